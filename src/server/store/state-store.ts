import { statSync } from "node:fs";
import Database from "libsql";
import { HindcastError } from "../../primitives/errors.ts";
import { nonFileKind } from "../../data/file-bytes.ts";
import { checkHindcastDatabase, copyOlderVersion, migrate, versionOf } from "./migrate.ts";
import { IN_MEMORY, makePrivate } from "./private-file.ts";
export { IN_MEMORY } from "./private-file.ts";

/** Milliseconds to wait for a lock of another program while no server uses the database. */
const BUSY_MS = 5_000;
/**
 * Milliseconds to wait for a lock while a server uses the database. The wait blocks the whole server, and `hindcast keys` holds its lock
 * for less.
 */
const SERVING_BUSY_MS = 100;

/** Query for the path of the database file. */
const FILE = "SELECT file FROM pragma_database_list WHERE name = 'main'";

/**
 * The stored state of a server: an SQLite database in one file, with two side files while it is open and an empty lock file. Commits are on
 * disk when they return, so a killed process loses nothing committed. A file of an older version is first copied, such as to `state.db.v9`.
 * Each table belongs to the module that uses it. Migrations create the tables.
 *
 * Throws STATE_INVALID for a file that is not a state or cannot be written.
 *
 * @example
 * const store = new StateStore("hindcast.db");
 * store.transaction(() => store.database.prepare("DELETE FROM keys").run());
 * store.close();
 */
export class StateStore {
  readonly database: Database.Database;
  #depth = 0;
  #isServed = false;
  #waitMs = BUSY_MS;
  #open = true;
  #release: Release | undefined;

  constructor(path: string = IN_MEMORY) {
    this.database = openDatabase(path);
  }

  /** Runs `work` in a transaction. A nested transaction is rolled back separately. */
  transaction<Result>(work: () => Result): Result {
    // SQLite's library crashes the process if a closed database is asked for its transaction state.
    if (!this.#open) throw new HindcastError("STATE_INVALID", "the state store is closed", {});
    const depth = this.#depth;
    // After a disk failure, an earlier transaction may still be open because it could not be rolled back.
    if (depth === 0 && this.database.inTransaction) this.database.exec("ROLLBACK");
    const [begin, commit, rollback] =
      depth === 0
        ? ["BEGIN IMMEDIATE", "COMMIT", "ROLLBACK"]
        : [`SAVEPOINT s${depth}`, `RELEASE s${depth}`, `ROLLBACK TO s${depth}; RELEASE s${depth}`];
    this.database.exec(begin);
    this.#depth = depth + 1;
    try {
      const result = work();
      this.database.exec(commit);
      return result;
    } catch (error) {
      // A full disk makes SQLite roll back by itself. A second rollback would hide the cause.
      if (this.database.inTransaction) this.database.exec(rollback);
      throw error;
    } finally {
      this.#depth = depth;
    }
  }

  /** A number that changes when another process writes to the database. */
  get foreignVersion(): number {
    return (this.database.prepare("PRAGMA data_version").get() as { data_version: number }).data_version;
  }

  /**
   * Locks the database for this server until `endServing`, `close` or the end of the process. Throws STATE_INVALID if another server uses
   * the database.
   */
  beginServing(): void {
    if (this.#isServed) {
      const message = "another server uses this state store";
      throw new HindcastError("STATE_INVALID", message, {});
    }
    const { file } = this.database.prepare(FILE).get() as { readonly file: string };
    if (file !== "") this.#release = lockServing(file);
    this.#isServed = true;
    this.waitForLocks();
  }

  /** Sets how many milliseconds statements wait for a lock of another program; without an argument, the usual time. */
  waitForLocks(ms: number = this.#isServed ? SERVING_BUSY_MS : BUSY_MS): void {
    this.#waitMs = ms;
    this.database.exec(`PRAGMA busy_timeout = ${ms}`);
  }

  /** Runs `work` with a longer wait for locks, for rare writes that cannot be repeated. Meanwhile the server is blocked. */
  withLongerLockWait<Result>(work: () => Result): Result {
    const previous = this.#waitMs;
    this.waitForLocks(BUSY_MS);
    try {
      return work();
    } finally {
      this.waitForLocks(previous);
    }
  }

  /**
   * Moves recent commits from SQLite's write-ahead log into the database file. SQLite does this by itself after four megabytes, but all at
   * once, which blocks a server too long.
   */
  checkpoint(): void {
    this.database.prepare("PRAGMA wal_checkpoint(PASSIVE)").all();
  }

  /** Tests whether the database can be written, with a commit that changes nothing. Throws if it cannot. */
  writeProbe(): void {
    this.transaction(() => this.database.exec(`PRAGMA user_version = ${versionOf(this.database)}`));
  }

  endServing(): void {
    this.#release?.();
    this.#release = undefined;
    this.#isServed = false;
    if (this.#open) this.waitForLocks();
  }

  close(): void {
    if (!this.#open) return;
    this.#open = false;
    this.database.close();
    this.endServing();
  }
}

function checkRegularFile(path: string): void {
  const stats = statSync(path, { throwIfNoEntry: false });
  const other = stats === undefined ? undefined : nonFileKind(stats);
  if (other !== undefined) throw new Error(`it is ${other}`);
}

function openDatabase(path: string): Database.Database {
  let database: Database.Database | undefined;
  try {
    makePrivate(path);
    checkRegularFile(path);
    database = new Database(path, { timeout: BUSY_MS });
    checkHindcastDatabase(database);
    checkIntact(database);
    database.exec(
      "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON;",
    );
    copyOlderVersion(database, path);
    migrate(database);
    return database;
  } catch (error) {
    database?.close();
    if (error instanceof HindcastError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    const message = `the state file ${path} cannot be used: ${reason}`;
    throw new HindcastError("STATE_INVALID", message, { path, reason });
  }
}

/** Throws for a damaged database, since reading damaged pages could crash the process. */
function checkIntact(database: Database.Database): void {
  const { quick_check: stats } = database.prepare("PRAGMA quick_check(1)").get() as { readonly quick_check: string };
  if (stats !== "ok") throw new Error(`the file is damaged: ${stats.replaceAll("\n", " ")}`);
}

/** Releases a lock. */
type Release = () => void;

/**
 * Locks a database for one server, by an exclusive lock on an empty database next to it. The system releases the lock when the process
 * ends. The lock file is never deleted; otherwise two servers could lock different files of that name. Throws STATE_INVALID while another
 * server uses the database.
 */
function lockServing(state: string): Release {
  let lock: Database.Database | undefined;
  try {
    makePrivate(`${state}-serving`);
    lock = new Database(`${state}-serving`);
    // Keeps the journal in memory, so that locking creates no further file.
    lock.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE;");
  } catch (error) {
    lock?.close();
    const { code, message: reason } = error as Error & { readonly code?: string };
    const message =
      code === "SQLITE_BUSY"
        ? `another server uses the state file ${state}`
        : `the state file ${state} cannot be locked by ${state}-serving: ${reason}`;
    throw new HindcastError("STATE_INVALID", message, { path: state, reason });
  }
  const lockDatabase = lock;
  return () => lockDatabase.close();
}
