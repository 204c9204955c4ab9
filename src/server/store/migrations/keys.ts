import type { Migration } from "./migration.ts";

/** API keys: what they may do, and the digest of the secret, never the secret. */
export const keys: Migration = {
  number: 1,
  sql: `
    CREATE TABLE keys (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      tier TEXT NOT NULL,
      scopes TEXT NOT NULL,
      digest BLOB NOT NULL,
      created_at INTEGER NOT NULL,
      expires_at INTEGER,
      revoked_at INTEGER
    ) STRICT;
  `,
};
