import { ApiError, stateUnwritable } from "../errors/api-error.ts";
import type { StateStore } from "../store/state-store.ts";

/** Longest wait of a commit for as many writes as the previous one had, milliseconds. */
const GROUP_WAIT_MS = 0.5;
/** Milliseconds between attempts to commit while another program has locked the state, and the total time for them. */
const RETRY_MS = 50;
const LOCKED_MS = 10_000;
/** Milliseconds between attempts to write after a failed commit. */
const RECOVERY_MS = 1_000;
/** An attempt reads the whole log, so attempts take at most this fraction of the time. */
const RECOVERY_SHARE = 5;

/**
 * Writes to the state in groups: one commit for all writes of a turn of the event loop. With many writes, a commit waits a moment for more,
 * since its cost does not depend on their number. Callers wait for `settled` before they answer.
 *
 * If the state is locked, the commit is tried again for ten seconds, with all later writes. If a commit fails, memory is ahead of the disk:
 * all writes are refused until one succeeds and the session is restored from disk.
 */
export class Journal {
  readonly #store: StateStore;
  #writes: (() => void)[] = [];
  /** Whether the first write is a single statement. */
  #single = false;
  #commit: Promise<void> | undefined;
  /** Since when another program has locked the state, in `performance.now()` milliseconds; undefined if it is not locked. */
  #lockedSince: number | undefined;
  /** Why the last commit failed; undefined after a success. */
  #reason: string | undefined;
  #recovery: NodeJS.Timeout | undefined;
  /** Number of writes in the last commit. */
  #expected = 1;
  /** Called with the duration of each commit, in milliseconds. */
  committed: ((ms: number) => void) | undefined;
  /** Called with the cause when a commit fails; not again before `recovered`. */
  failed: ((cause: unknown) => void) | undefined;
  /** Called when the state can be written again. */
  recovered: (() => void) | undefined;
  /** Restores memory from disk. Without it, nothing is accepted after a failed commit. */
  rollBack: (() => void) | undefined;

  constructor(store: StateStore) {
    this.#store = store;
  }

  /**
   * Adds a write to the next commit. A `single` statement needs no transaction if it is the only write. Throws SERVICE_UNAVAILABLE while an
   * earlier commit has failed.
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
    // The caller gets the error from `settled`. A write that is not awaited must not crash the process.
    this.#commit.catch(() => {});
  }

  /** Whether the last commit failed; also true after `close`. */
  get hasFailed(): boolean {
    return this.#reason !== undefined;
  }

  /** Resolves when all writes so far are on disk, and rejects if they cannot be written; undefined if nothing is pending. */
  get settled(): Promise<void> | undefined {
    return this.#commit;
  }

  /** Commits at once. Throws SERVICE_UNAVAILABLE if that fails, and if the state is locked; then it is committed later. */
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
      // Writes that were executed and rolled back may not be repeatable.
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

  /** Commits a write at once, with all waiting ones. Throws SERVICE_UNAVAILABLE if it fails; the write is then dropped. */
  commit(write: () => void): void {
    this.write(write);
    try {
      this.flush();
    } catch (error) {
      this.#writes = this.#writes.filter((one) => one !== write);
      throw error;
    }
  }

  /** Commits waiting writes and refuses all later ones. */
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

  /** Throws SERVICE_UNAVAILABLE after a failed commit, and while the state is locked. */
  checkWritable(): void {
    this.check();
    if (this.#lockedSince !== undefined) throw lockedError(LOCKED_ERROR);
  }

  #waitForLock(): boolean {
    const now = performance.now();
    if (this.#lockedSince === undefined) {
      this.#lockedSince = now;
      // Further attempts do not block the server.
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

  /** Restores the session from disk once a write succeeds. */
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
    // Uncommitted state must never be revealed, not even to later clients.
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
