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

/**
 * When each ended by the real clock, and the bytes of what came of it, beside the rows whose outcome lies before what is added to them. What ended before
 * this step ends now.
 */
export const backtestEnds: Migration = {
  number: 12,
  sql: `
    CREATE TABLE backtest_ends (number INTEGER PRIMARY KEY, ended_at REAL NOT NULL, bytes INTEGER NOT NULL) STRICT;
    INSERT INTO backtest_ends
      SELECT number, CAST(strftime('%s', 'now') AS REAL) * 1000, coalesce(length(outcome), 0)
      FROM backtests WHERE finished_at IS NOT NULL;
    CREATE TRIGGER ends_of_backtests AFTER DELETE ON backtests BEGIN
      DELETE FROM backtest_ends WHERE number = old.number;
    END;
  `,
};
