import { ApiError, stateUnwritable } from "../errors/api-error.ts";
import type { StateStore } from "../store/state-store.ts";

/** Milliseconds for which a commit waits at most until it has as many writes as the previous one. */
const GROUP_WAIT_MS = 0.5;
/** Milliseconds between attempts to commit while another program has locked the database, and the total time for all attempts. */
const RETRY_MS = 50;
const LOCKED_MS = 10_000;
/** Milliseconds between attempts to write after a failed commit. */
const RECOVERY_MS = 1_000;
/** Attempts read the whole log, so they may take at most one fifth of the time. */
const RECOVERY_SHARE = 5;

/**
 * Writes to the database in groups: one commit for all writes of a turn of the event loop. With many writes a commit waits a moment for
 * more, since its cost does not depend on their number. Callers wait for `settled` before they answer. If another program has locked the
 * database, the commit is tried again for ten seconds. If a commit fails, memory is ahead of the disk: all writes are refused until one
 * succeeds and the session is restored from disk.
 */
export class Journal {
  readonly #store: StateStore;
  #writes: (() => void)[] = [];
  /** Whether the first write of the next commit is a single statement. */
  #single = false;
  #commit: Promise<void> | undefined;
  /** Since when another program has locked the database, in `performance.now()` milliseconds; undefined if it is not locked. */
  #lockedSince: number | undefined;
  /** Reason why the last commit failed; undefined after a success. */
  #reason: string | undefined;
  #recovery: NodeJS.Timeout | undefined;
  /** Number of writes in the last commit. */
  #expected = 1;
  /** Called with the duration of each commit, in milliseconds. */
  committed: ((ms: number) => void) | undefined;
  /** Called with the cause when a commit fails, and not again before `recovered`. */
  failed: ((cause: unknown) => void) | undefined;
  /** Called when the database can be written again after a failed commit. */
  recovered: (() => void) | undefined;
  /** Restores memory from disk. Without this function, nothing is accepted after a failed commit. */
  rollBack: (() => void) | undefined;

  constructor(store: StateStore) {
    this.#store = store;
  }

  /**
   * Adds a write to the next commit. A `single` statement needs no transaction if it is the only write. Throws SERVICE_UNAVAILABLE if an
   * earlier commit failed.
   */
  write(write: () => void, single = false): void {
    this.check();
    this.#writes.push(write);
    this.#single = single && this.#writes.length === 1;
    if (this.#commit !== undefined) return;
    this.#commit = new Promise((resolve, reject) => {
      const deadline = performance.now() + GROUP_WAIT_MS;
      const commit = (): void => {
        if (this.#writes.length < this.#expected && performance.now() < deadline) {
          setImmediate(commit);
          return;
        }
        try {
          this.flush();
          resolve();
        } catch (error) {
          if (this.#lockedSince === undefined) reject(error as Error);
          else setTimeout(commit, RETRY_MS);
        }
      };
      setImmediate(commit);
    });
    // The caller gets the error from `settled`. If no caller waits for it, the rejection must not crash the process.
    this.#commit.catch(() => {});
  }

  /** Whether the last commit failed; also true after `close`. */
  get hasFailed(): boolean {
    return this.#reason !== undefined;
  }

  /** Resolves when all writes so far are on disk, and rejects if they cannot be written; undefined if no write is pending. */
  get settled(): Promise<void> | undefined {
    return this.#commit;
  }

  /** Commits at once. Throws SERVICE_UNAVAILABLE if the commit fails, or if the database is locked; then the commit is tried again. */
  flush(): void {
    this.check();
    const writes = this.#writes;
    const startedAt = this.committed === undefined ? 0 : performance.now();
    let isOpen = false;
    try {
      if (writes.length === 1 && this.#single) writes[0]!();
      else if (writes.length > 0)
        this.#store.transaction(() => {
          isOpen = true;
          for (const write of writes) write();
        });
    } catch (cause) {
      // Writes that were executed and then rolled back may not be repeatable.
      if (!isOpen && isLocked(cause) && this.#waitForLock()) throw lockedError(cause);
      this.#fail(cause);
    }
    this.#writes = [];
    this.#commit = undefined;
    this.#endLockWait();
    if (writes.length === 0) return;
    this.#expected = writes.length;
    this.committed?.(performance.now() - startedAt);
  }

  /** Commits a write at once, together with all waiting ones. Throws SERVICE_UNAVAILABLE if that fails; then the write is dropped. */
  commit(write: () => void): void {
    this.write(write);
    try {
      this.flush();
    } catch (error) {
      this.#writes = this.#writes.filter((one) => one !== write);
      throw error;
    }
  }

  /** Commits the waiting writes, and refuses all later ones. */
  close(): void {
    clearTimeout(this.#recovery);
    this.rollBack = undefined;
    try {
      this.flush();
      this.#reason = "the server was closed";
    } catch (error) {
      if (this.#reason === undefined) this.#rejectWrites((error as ApiError).message);
    }
  }

  /** Throws SERVICE_UNAVAILABLE after a failed commit. */
  check(): void {
    if (this.#reason !== undefined) throw stateUnwritable(this.#reason);
  }

  /** Throws SERVICE_UNAVAILABLE after a failed commit, and while the database is locked. */
  checkWritable(): void {
    this.check();
    if (this.#lockedSince !== undefined) throw lockedError(LOCKED_ERROR);
  }

  #waitForLock(): boolean {
    const now = performance.now();
    if (this.#lockedSince === undefined) {
      this.#lockedSince = now;
      // Makes further attempts return at once while the database is locked, so that they do not block the server.
      this.#store.waitForLocks(0);
    }
    return now - this.#lockedSince < LOCKED_MS;
  }

  #endLockWait(): void {
    if (this.#lockedSince === undefined) return;
    this.#lockedSince = undefined;
    this.#store.waitForLocks();
  }

  #fail(cause: unknown): never {
    const reason = cause instanceof Error ? cause.message : String(cause);
    this.#rejectWrites(reason);
    this.failed?.(cause);
    this.#scheduleRecovery(RECOVERY_MS);
    throw stateUnwritable(reason);
  }

  #scheduleRecovery(ms: number): void {
    if (this.rollBack !== undefined) this.#recovery = setTimeout(() => this.#recover(), ms).unref();
  }

  /** Restores the session from disk as soon as a write succeeds. */
  #recover(): void {
    const reason = this.#reason!;
    const startedAt = performance.now();
    try {
      this.#store.writeProbe();
      this.#reason = this.#commit = undefined;
      this.rollBack?.();
      this.recovered?.();
    } catch {
      this.#rejectWrites(reason);
      this.#scheduleRecovery(Math.max(RECOVERY_MS, RECOVERY_SHARE * (performance.now() - startedAt)));
    }
  }

  #rejectWrites(reason: string): void {
    this.#endLockWait();
    this.#reason = reason;
    this.#writes = [];
    // Clients that wait get this error, since state that is not committed must never be revealed.
    this.#commit = Promise.reject(stateUnwritable(reason));
    this.#commit.catch(() => {});
  }
}

const LOCKED_ERROR = new Error("database is locked");

function isLocked(cause: unknown): cause is Error {
  return (cause as { readonly code?: unknown }).code === "SQLITE_BUSY";
}

function lockedError({ message: reason }: Error): ApiError {
  const message = "another program has locked the state; waiting requests continue when it unlocks it";
  return new ApiError("SERVICE_UNAVAILABLE", message, { reason }, { headers: { "retry-after": "1" } });
}
