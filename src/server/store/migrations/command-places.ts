import type { Migration } from "./migration.ts";

/**
 * Commands lie in the order of one number, the session's and the arrival's together, so that a new one goes at the end: a page of the file is written for
 * it, where a table that is kept by the session's name moves rows between pages. A session that is removed takes its commands along.
 */
export const commandPlaces: Migration = {
  number: 7,
  sql: `
    ALTER TABLE sessions ADD COLUMN number INTEGER;
    UPDATE sessions SET number = rowid;
    CREATE TABLE placed_commands (
      place INTEGER PRIMARY KEY,
      account INTEGER NOT NULL,
      time REAL NOT NULL,
      phase INTEGER NOT NULL,
      command TEXT NOT NULL,
      events INTEGER,
      fills INTEGER,
      cash REAL
    ) STRICT;
    INSERT INTO placed_commands
      SELECT sessions.number * 4294967296 + arrival, account, commands.time, commands.phase, command, events, fills, cash
      FROM commands JOIN sessions ON sessions.id = commands.session;
    DROP TABLE commands;
    ALTER TABLE placed_commands RENAME TO commands;
    CREATE TRIGGER commands_of_sessions AFTER DELETE ON sessions BEGIN
      DELETE FROM commands WHERE place >= old.number * 4294967296 AND place < (old.number + 1) * 4294967296;
    END;
  `,
};
