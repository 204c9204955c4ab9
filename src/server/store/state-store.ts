import { statSync } from "node:fs";
import Database from "libsql";
import { HindcastError } from "../../primitives/errors.ts";
import { otherThanFile } from "../../data/file-bytes.ts";
import { checkOurs, keepOlder, migrate, versionOf } from "./migrate.ts";
import { IN_MEMORY, makePrivate } from "./private-file.ts";
export { IN_MEMORY } from "./private-file.ts";

/** How long the state waits while another program has it locked, as long as nobody serves it. */
const BUSY_MS = 5_000;
/** The same of a server: all that it does waits too. `hindcast keys` has it no longer. */
const SERVING_BUSY_MS = 100;

/** The file itself, by whatever name it was opened. */
const FILE = "SELECT file FROM pragma_database_list WHERE name = 'main'";

/**
 * What a server keeps: an SQLite database in one file (and two beside it while it is open, and an empty one since a server has it). A commit is on disk when it returns; a process that is
 * killed loses nothing that was committed. A file that an older version wrote is kept as it was, as `state.db.v9` by the number of its layout. Tables belong to the parts that use them; each has its step among the migrations.
 *
 * Throws STATE_INVALID for a file that is no state or cannot be written.
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

  /** Does all of the work or nothing of it. One inside another is undone alone. */
  transaction<Result>(work: () => Result): Result {
    // The library ends the process when a closed database is asked whether it is in a transaction.
    if (!this.#open) throw new HindcastError("STATE_INVALID", "state must be open to be written, it is closed", {});
    const depth = this.#depth;
    // One that could not even be undone, since the disk failed.
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
      // A full disk undoes all by itself; to undo it again would hide the cause.
      if (this.database.inTransaction) this.database.exec(rollback);
      throw error;
    } finally {
      this.#depth = depth;
    }
  }

  /** A number that changes when another process has written to the state. */
  get foreignVersion(): number {
    return (this.database.prepare("PRAGMA data_version").get() as { data_version: number }).data_version;
  }

  /**
   * Keeps other servers from the state until `endServing`, `close` or the end of the process. Throws STATE_INVALID when another one serves it.
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

  /** For how many milliseconds a statement waits from now on while another program has the state locked; as usual when left out. */
  waitForLocks(ms: number = this.#isServed ? SERVING_BUSY_MS : BUSY_MS): void {
    this.#waitMs = ms;
    this.database.exec(`PRAGMA busy_timeout = ${ms}`);
  }

  /** Does what is rare and cannot be tried again, and waits longer for a lock; all else waits with it. */
  patiently<Result>(work: () => Result): Result {
    const usual = this.#waitMs;
    this.waitForLocks(BUSY_MS);
    try {
      return work();
    } finally {
      this.waitForLocks(usual);
    }
  }

  /** Moves what was committed lately into its place in the file. SQLite does so by itself when four megabytes wait, which takes all at once too long for who has others to answer. */
  settle(): void {
    this.database.prepare("PRAGMA wal_checkpoint(PASSIVE)").all();
  }

  /** Commits a page without a change. Throws where the state cannot be written. */
  writeNothing(): void {
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

function checkPlain(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  const other = found === undefined ? undefined : otherThanFile(found);
  if (other !== undefined) throw new Error(`it is ${other}`);
}

function openDatabase(path: string): Database.Database {
  let database: Database.Database | undefined;
  try {
    makePrivate(path);
    checkPlain(path);
    database = new Database(path, { timeout: BUSY_MS });
    checkOurs(database);
    checkWhole(database);
    database.exec(
      "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON;",
    );
    keepOlder(database, path);
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

/** Throws for a database with damage that SQLite sees in its pages: to read it could end the process without a word. */
function checkWhole(database: Database.Database): void {
  const { quick_check: found } = database.prepare("PRAGMA quick_check(1)").get() as { readonly quick_check: string };
  if (found !== "ok") throw new Error(`it is damaged: ${found.replaceAll("\n", " ")}`);
}

/** Gives back what was taken. */
type Release = () => void;

/**
 * Takes a state for one server: an empty database beside it, locked for as long as the server lives. The system gives the lock back with the process,
 * however that ends. The file stays: were it deleted, two servers could hold a lock on files of one name.
 *
 * Throws STATE_INVALID while another server has it.
 */
function lockServing(state: string): Release {
  let lock: Database.Database | undefined;
  try {
    makePrivate(`${state}-serving`);
    lock = new Database(`${state}-serving`);
    // In memory, so that nothing else lies beside it.
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
  const held = lock;
  return () => held.close();
}
