import type { Migration } from "./migration.ts";

/** The last moment of a session, as it was asked for when it was first made; null for sessions from before, until a server takes them up. */
export const sessionEnds: Migration = {
  number: 9,
  sql: "ALTER TABLE sessions ADD COLUMN last REAL;",
};
