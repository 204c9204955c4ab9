/** One change to the layout of the database. Migrations are applied once, in order, and never change after publication. */
export interface Migration {
  /** Number of the migration; numbers count from 1 without gaps. */
  readonly number: number;
  readonly sql: string;
}

/** All migrations of the database, in order. */
export const MIGRATIONS: readonly Migration[] = [
  // Creates the table of API keys. Only the digest of a key is stored, not its secret.
  {
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
  },
  // Creates the tables of replay sessions and their accounts: each session's position, and all commands of clients in order. Orders, fills
  // and ledgers follow from the commands; the counts of an account verify them after a restart.
  {
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
  },
  // Stores the owner of an API key's accounts and backtests, who stays the same when the key is rotated.
  {
    number: 3,
    sql: "ALTER TABLE keys ADD COLUMN owner TEXT;",
  },
  // Stores changes that requests made to a session, as JSON; null if there were none.
  {
    number: 4,
    sql: "ALTER TABLE sessions ADD COLUMN restarted TEXT;",
  },
  // Stores an account's totals after each command, so that storing a command writes one row; null for older commands. The account's own
  // totals name the command after which they were taken.
  {
    number: 5,
    sql: `
    ALTER TABLE commands ADD COLUMN events INTEGER;
    ALTER TABLE commands ADD COLUMN fills INTEGER;
    ALTER TABLE commands ADD COLUMN cash REAL;
    ALTER TABLE accounts ADD COLUMN arrival INTEGER NOT NULL DEFAULT 0;
    UPDATE accounts SET arrival = (SELECT coalesce(max(arrival), 0) FROM commands WHERE commands.session = accounts.session);
  `,
  },
  // Creates the table of backtests. Queued and running ones are stored as `queued`, since a restart runs them again. Times are market time,
  // null if they have not occurred. The packed outcome is the last column, so that rows are read without it.
  {
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
  },
  // Orders commands by one number, computed from session and arrival, so that new ones are appended and write a single page. Deleting a
  // session deletes its commands.
  {
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
  },
  // Stores how many runs of a backtest were started, without those that ended since the server was closed. SQLite stores 0 and 1 in the row
  // header, so most counts are read without the outcome.
  {
    number: 8,
    sql: "ALTER TABLE backtests ADD COLUMN begun INTEGER NOT NULL DEFAULT 0;",
  },
  // Stores the end of a session as requested when it was created; null for older sessions until a server opens them.
  {
    number: 9,
    sql: "ALTER TABLE sessions ADD COLUMN last REAL;",
  },
  // Stores the usage of API keys, and the key that replaced each. Sessions with accounts keep their older rules: margin calls at closes,
  // and orders at the same time in the order of submission. A server that requests the original settings continues such a session.
  {
    number: 10,
    sql: `
    ALTER TABLE keys ADD COLUMN replaced_by TEXT;
    ALTER TABLE keys ADD COLUMN requests INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE keys ADD COLUMN last_used_at INTEGER;
    UPDATE sessions SET
      restarted = coalesce(
        restarted,
        json_object('epoch', 1, 'origin', start, 'asked', json_object('start', start, 'settings', json(settings)))
      ),
      settings = json_patch('{"admission":"as-submitted","marginCalls":"at-close"}', settings)
    WHERE id IN (SELECT session FROM accounts);
  `,
  },
  // Gives keys with the scope `admin` the new scopes for the main clock and for faults, which `replay:control` included before. These keys
  // could grant themselves both; other keys need them explicitly.
  {
    number: 11,
    sql: `
    UPDATE keys SET scopes = scopes || ' replay:main replay:faults'
    WHERE ' ' || scopes || ' ' LIKE '% admin %' AND ' ' || scopes || ' ' LIKE '% replay:control %';
  `,
  },
  // Stores when backtests ended in real time, and the size of their results, in a separate table, since added columns come after the
  // outcome. Backtests that have already ended get the time of this migration.
  {
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
  },
  // Creates the table of snapshots: a session's accounts after a number of commands, from which a restart continues. The commands remain:
  // without a valid snapshot in the current format, all are repeated.
  {
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
  },
  // Creates the table for results and report pages of backtests, in pieces that are written and read separately. Older outcomes stay in
  // their rows.
  {
    number: 14,
    sql: `
    CREATE TABLE backtest_pieces (
      number INTEGER NOT NULL,
      part TEXT NOT NULL,
      start INTEGER NOT NULL,
      bytes BLOB NOT NULL,
      PRIMARY KEY (number, part, start)
    ) STRICT;
  `,
  },
];
