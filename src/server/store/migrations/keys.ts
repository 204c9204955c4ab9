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

/**
 * Until here `replay:control` moved the main clock and set faults. Keys that also have `admin` could grant themselves both, so they keep them; other keys
 * have them only where they are named.
 */
export const sharedReplayScopes: Migration = {
  number: 11,
  sql: `
    UPDATE keys SET scopes = scopes || ' replay:main replay:faults'
    WHERE ' ' || scopes || ' ' LIKE '% admin %' AND ' ' || scopes || ' ' LIKE '% replay:control %';
  `,
};
