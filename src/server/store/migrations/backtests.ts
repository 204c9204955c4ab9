import type { Migration } from "./migration.ts";

/**
 * Backtests of the keys: what was asked for and what came of it. One that waits or runs is `queued`, because a restart begins it anew. The number
 * is never given twice, also after the row is gone. Times are market time, null for what has not happened; the outcome is packed and stands last,
 * so that a row is read without it.
 */
export const backtests: Migration = {
  number: 6,
  sql: `
    CREATE TABLE backtests (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      key TEXT NOT NULL,
      recording TEXT NOT NULL,
      session TEXT NOT NULL,
      created_at REAL NOT NULL,
      phase INTEGER NOT NULL,
      asked TEXT NOT NULL,
      once TEXT,
      status TEXT NOT NULL,
      progress REAL NOT NULL,
      started_at REAL,
      finished_at REAL,
      error TEXT,
      fingerprint TEXT,
      outcome BLOB
    ) STRICT;
  `,
};
