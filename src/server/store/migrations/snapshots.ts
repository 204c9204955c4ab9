import type { Migration } from "./migration.ts";

/**
 * What the accounts of a session were after so many of its commands, so that a restart goes on from there. It is made of the commands, and they stay:
 * without it, or where it is of another format or not what was written, they are gone through from the first one on.
 */
export const snapshots: Migration = {
  number: 13,
  sql: `
    CREATE TABLE snapshots (
      session TEXT PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
      format TEXT NOT NULL,
      arrival INTEGER NOT NULL,
      digest TEXT NOT NULL,
      body BLOB NOT NULL
    ) STRICT;
  `,
};
