/** One step of the state's layout. Steps are applied in order, once each, and never changed after they were published. */
export interface Migration {
  /** 1 for the first; no gaps. */
  readonly number: number;
  readonly sql: string;
}

/** The steps of the state's layout, in order. */
export const MIGRATIONS: readonly Migration[] = [
  // API keys: what they may do, and the digest of the secret, never the secret.
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
  // Replay sessions and the accounts in them: where each session stands, and what clients did, in the order in which it came. Orders, fills and
  // ledgers are what the commands make of the recording; of each account only counts are kept, to hold it against after a restart.
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
  // What a key owns outlives its rotation.
  {
    number: 3,
    sql: "ALTER TABLE keys ADD COLUMN owner TEXT;",
  },
  // What the control of a session made of it outlives the process: JSON, null for a session that is as it was begun.
  {
    number: 4,
    sql: "ALTER TABLE sessions ADD COLUMN restarted TEXT;",
  },
  // What its account had come to after a command goes with the command, so that to keep one is to write one row; null for commands from before.
  // An account's own counts say after which command they were taken.
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
  // Backtests of the keys: what was asked for and what came of it. One that waits or runs is `queued`, because a restart begins it anew. The number
  // is never given twice, also after the row is gone. Times are market time, null for what has not happened; the outcome is packed and stands last,
  // so that a row is read without it.
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
  // Commands lie in the order of one number, the session's and the arrival's together, so that a new one goes at the end: a page of the file is written for
  // it, where a table that is kept by the session's name moves rows between pages. A session that is removed takes its commands along.
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
  // How often the run of a backtest has begun, without those that a server ended as it was closed. Of backtests from before nobody knows: they begin
  // as new ones do. SQLite holds 0 and 1 in the head of a row, so that also behind the outcome the count is read without it, but for a few.
  {
    number: 8,
    sql: "ALTER TABLE backtests ADD COLUMN begun INTEGER NOT NULL DEFAULT 0;",
  },
  // The last moment of a session, as it was asked for when it was first made; null for sessions from before, until a server takes them up.
  {
    number: 9,
    sql: "ALTER TABLE sessions ADD COLUMN last REAL;",
  },
  // How often and when last a key was used, and which key replaced it. And sessions with accounts go on by the rules that they began with: margin was called
  // at closes then, and orders of one moment came in the order of the calls. A server that asks for the settings as they were goes on with such a session.
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
  // Until here `replay:control` moved the main clock and set faults. Keys that also have `admin` could grant themselves both, so they keep them; other keys
  // have them only where they are named.
  {
    number: 11,
    sql: `
    UPDATE keys SET scopes = scopes || ' replay:main replay:faults'
    WHERE ' ' || scopes || ' ' LIKE '% admin %' AND ' ' || scopes || ' ' LIKE '% replay:control %';
  `,
  },
  // When each ended by the real clock, and the bytes of what came of it, beside the rows whose outcome lies before what is added to them. What ended before
  // this step ends now.
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
  // What the accounts of a session were after so many of its commands, so that a restart goes on from there. It is made of the commands, and they stay:
  // without it, or where it is of another format or not what was written, they are gone through from the first one on.
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
  // What came of backtests and the pages of their reports, in pieces that are written and read alone. Outcomes from before stay in their rows.
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
