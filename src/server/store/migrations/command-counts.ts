import type { Migration } from "./migration.ts";

/**
 * What its account had come to after a command goes with the command, so that to keep one is to write one row; null for commands from before.
 * An account's own counts say after which command they were taken.
 */
export const commandCounts: Migration = {
  number: 5,
  sql: `
    ALTER TABLE commands ADD COLUMN events INTEGER;
    ALTER TABLE commands ADD COLUMN fills INTEGER;
    ALTER TABLE commands ADD COLUMN cash REAL;
    ALTER TABLE accounts ADD COLUMN arrival INTEGER NOT NULL DEFAULT 0;
    UPDATE accounts SET arrival = (SELECT coalesce(max(arrival), 0) FROM commands WHERE commands.session = accounts.session);
  `,
};
