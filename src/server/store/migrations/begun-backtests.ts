import type { Migration } from "./migration.ts";

/**
 * How often the run of a backtest has begun, without those that a server ended as it was closed. Of backtests from before nobody knows: they begin
 * as new ones do. SQLite holds 0 and 1 in the head of a row, so that also behind the outcome the count is read without it, but for a few.
 */
export const begunBacktests: Migration = {
  number: 8,
  sql: "ALTER TABLE backtests ADD COLUMN begun INTEGER NOT NULL DEFAULT 0;",
};
