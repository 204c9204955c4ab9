import type { Migration } from "./migration.ts";

/**
 * Replay sessions and the accounts in them: where each session stands, and what clients did, in the order in which it came. Orders, fills and
 * ledgers are what the commands make of the recording; of each account only counts are kept, to hold it against after a restart.
 */
export const trading: Migration = {
  number: 2,
  sql: `
    CREATE TABLE sessions (
      id TEXT PRIMARY KEY,
      recording TEXT NOT NULL,
      start REAL NOT NULL,
      settings TEXT NOT NULL,
      time REAL NOT NULL,
      phase INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE accounts (
      session TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
      number INTEGER NOT NULL,
      key TEXT NOT NULL,
      time REAL NOT NULL,
      phase INTEGER NOT NULL,
      events INTEGER NOT NULL,
      fills INTEGER NOT NULL,
      cash REAL NOT NULL,
      PRIMARY KEY (session, number)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE commands (
      session TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
      arrival INTEGER NOT NULL,
      account INTEGER NOT NULL,
      time REAL NOT NULL,
      phase INTEGER NOT NULL,
      command TEXT NOT NULL,
      PRIMARY KEY (session, arrival)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE answers (
      session TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
      account INTEGER NOT NULL,
      key TEXT NOT NULL,
      digest TEXT NOT NULL,
      answer TEXT NOT NULL,
      PRIMARY KEY (session, account, key)
    ) STRICT, WITHOUT ROWID;
  `,
};
