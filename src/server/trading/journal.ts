import { ApiError, stateUnwritable } from "../errors/api-error.ts";
import type { StateStore } from "../store/state-store.ts";

/** Milliseconds that a commit waits at most for as many writes as the one before it had. */
const PATIENCE_MS = 0.5;
/** Milliseconds between two attempts at a commit while another program has the state locked, and for how long there are any. */
const RETRY_MS = 50;
const LOCKED_MS = 10_000;
/** Milliseconds between two attempts to write again after a commit has failed. */
const RECOVERY_MS = 1_000;
/** An attempt reads the whole log: it takes at most one part in so many of the time. */
const RECOVERY_SHARE = 5;

/**
 * Writes to the state in groups: one commit for all that came in one turn of the event loop; where many come at once, a commit waits for them for a
 * moment, because it costs as much for one as for all, while who writes alone never waits. Who is told of a write waits for `settled` first. A commit that
 * finds the state locked has not begun: it is tried again for ten seconds, with all that comes meanwhile. When a
 * commit fails, what is in memory is ahead of what is on disk: everything is refused until a write succeeds again, and the session has gone back to
 * what is on disk.
 */
export class Journal {
  readonly #store: StateStore;
  #writes: (() => void)[] = [];
  /** The first of them is one statement. */
  #single = false;
  #commit: Promise<void> | undefined;
  /** Since when another program has had the state locked, `performance.now()`; undefined while none has. */
  #lockedSince: number | undefined;
  /** Why a commit has failed, until one succeeds again. */
  #reason: string | undefined;
  #recovery: NodeJS.Timeout | undefined;
  /** How many writes the last commit had. */
  #expected = 1;
  /** Hears how many milliseconds each commit took; set by who measures them. */
  committed: ((ms: number) => void) | undefined;
  /** Hears why a commit has failed; there is no other before `recovered`. */
  failed: ((cause: unknown) => void) | undefined;
  /** Hears that the state can be written again. */
  recovered: (() => void) | undefined;
  /** Brings what is in memory back to what is on disk. Without it nothing is accepted after a commit has failed. */
  goBack: (() => void) | undefined;

  constructor(store: StateStore) {
    this.#store = store;
  }

  /**
   * Adds a write to the commit of this turn; of a `single` statement, which is a transaction of its own when it stays alone. Throws
   * SERVICE_UNAVAILABLE while an earlier one has failed.
   */
  write(write: () => void, single = false): void {
    this.check();
    this.#writes.push(write);
    this.#single = single && this.#writes.length === 1;
    if (this.#commit !== undefined) return;
    this.#commit = new Promise((resolve, reject) => {
      const patience = performance.now() + PATIENCE_MS;
      const commit = (): void => {
        if (this.#writes.length < this.#expected && performance.now() < patience) {
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
    // Who has asked is told; a write that nobody waits for must not end the process.
    this.#commit.catch(() => {});
  }

  /** Whether a commit has failed and none has succeeded since; also after `close`. */
  get isRefusing(): boolean {
    return this.#reason !== undefined;
  }

  /** Settles when all that was written so far is on disk, fails where it never will be; undefined when it is. */
  get settled(): Promise<void> | undefined {
    return this.#commit;
  }

  /** Commits at once. Throws SERVICE_UNAVAILABLE where that fails, and where the state is locked: then it is committed later. */
  flush(): void {
    this.check();
    const writes = this.#writes;
    const begun = this.committed === undefined ? 0 : performance.now();
    let isOpen = false;
    try {
      if (writes.length === 1 && this.#single) writes[0]!();
      else if (writes.length > 0)
        this.#store.transaction(() => {
          isOpen = true;
          for (const write of writes) write();
        });
    } catch (cause) {
      // Writes that were done and undone may not be done again.
      if (!isOpen && isLocked(cause) && this.#mayWait()) throw locked(cause);
      this.#fail(cause);
    }
    this.#writes = [];
    this.#commit = undefined;
    this.#letGo();
    if (writes.length === 0) return;
    this.#expected = writes.length;
    this.committed?.(performance.now() - begun);
  }

  /** Commits a write at once, with all that waits. One that cannot be is not done later either: throws SERVICE_UNAVAILABLE like `flush`. */
  commit(write: () => void): void {
    this.write(write);
    try {
      this.flush();
    } catch (error) {
      this.#writes = this.#writes.filter((one) => one !== write);
      throw error;
    }
  }

  /** Commits what waits, and takes nothing more. What cannot be written now is refused. */
  close(): void {
    clearTimeout(this.#recovery);
    this.goBack = undefined;
    try {
      this.flush();
      this.#reason = "the server was closed";
    } catch (error) {
      if (this.#reason === undefined) this.#refuse((error as ApiError).message);
    }
  }

  /** Throws SERVICE_UNAVAILABLE while a commit has failed. */
  check(): void {
    if (this.#reason !== undefined) throw stateUnwritable(this.#reason);
  }

  /** Throws SERVICE_UNAVAILABLE while a commit has failed, or cannot be done now. */
  checkWritable(): void {
    this.check();
    if (this.#lockedSince !== undefined) throw locked(LOCKED);
  }

  #mayWait(): boolean {
    const now = performance.now();
    if (this.#lockedSince === undefined) {
      this.#lockedSince = now;
      // From now on an attempt that finds the lock keeps nobody waiting.
      this.#store.waitForLocks(0);
    }
    return now - this.#lockedSince < LOCKED_MS;
  }

  #letGo(): void {
    if (this.#lockedSince === undefined) return;
    this.#lockedSince = undefined;
    this.#store.waitForLocks();
  }

  #fail(cause: unknown): never {
    const reason = cause instanceof Error ? cause.message : String(cause);
    this.#refuse(reason);
    this.failed?.(cause);
    this.#recoverIn(RECOVERY_MS);
    throw stateUnwritable(reason);
  }

  #recoverIn(ms: number): void {
    if (this.goBack !== undefined) this.#recovery = setTimeout(() => this.#recover(), ms).unref();
  }

  /** Goes on from what is on disk, where a write succeeds again. */
  #recover(): void {
    const reason = this.#reason!;
    const begun = performance.now();
    try {
      this.#store.writeNothing();
      this.#reason = this.#commit = undefined;
      this.goBack?.();
      this.recovered?.();
    } catch {
      this.#refuse(reason);
      this.#recoverIn(Math.max(RECOVERY_MS, RECOVERY_SHARE * (performance.now() - begun)));
    }
  }

  #refuse(reason: string): void {
    this.#letGo();
    this.#reason = reason;
    this.#writes = [];
    // What is in memory alone is told to nobody, whenever he comes.
    this.#commit = Promise.reject(stateUnwritable(reason));
    this.#commit.catch(() => {});
  }
}

const LOCKED = new Error("database is locked");

function isLocked(cause: unknown): cause is Error {
  return (cause as { readonly code?: unknown }).code === "SQLITE_BUSY";
}

function locked({ message: reason }: Error): ApiError {
  const message = "another program has locked the state; waiting requests continue when it unlocks it";
  return new ApiError("SERVICE_UNAVAILABLE", message, { reason }, { headers: { "retry-after": "1" } });
}
