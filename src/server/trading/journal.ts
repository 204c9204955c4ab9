import { ApiError } from "../errors/api-error.ts";
import type { StateStore } from "../store/state-store.ts";

/** Milliseconds that a commit waits at most for as many writes as the one before it had. */
const PATIENCE_MS = 0.5;
/** Milliseconds between two attempts at a commit while another program has the state locked, and for how long there are any. */
const RETRY_MS = 50;
const LOCKED_MS = 10_000;

/**
 * Writes to the state in groups: one commit for all that came in one turn of the event loop; where many come at once, a commit waits for them for a
 * moment, because it costs as much for one as for all, while who writes alone never waits. Who is told of a write waits for `settled` first. A commit that
 * finds the state locked has not begun: it is tried again for ten seconds, with all that comes meanwhile. When a
 * commit fails, what is in memory is ahead of what is on disk: from then on everything is refused, until a restart goes on from the disk.
 */
export class Journal {
  readonly #store: StateStore;
  #writes: (() => void)[] = [];
  /** The first of them is one statement. */
  #single = false;
  #commit: Promise<void> | undefined;
  /** Since when another program has had the state locked, `performance.now()`; undefined while none has. */
  #lockedSince: number | undefined;
  /** Why a commit has failed. */
  #reason: string | undefined;
  /** How many writes the last commit had. */
  #expected = 1;
  /** Hears how many milliseconds each commit took; set by who measures them. */
  committed: ((ms: number) => void) | undefined;
  /** Hears why a commit has failed; there is no other after it. */
  failed: ((cause: unknown) => void) | undefined;

  constructor(store: StateStore) {
    this.#store = store;
  }

  /**
   * Adds a write to the commit of this turn; of a `single` statement, which is a transaction of its own when it stays alone. Throws
   * SERVICE_UNAVAILABLE when an earlier one has failed.
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
    try {
      this.flush();
      this.#reason = "the server was closed";
    } catch (error) {
      if (this.#reason === undefined) this.#refuse((error as ApiError).message);
    }
  }

  /** Throws SERVICE_UNAVAILABLE when a commit has failed. */
  check(): void {
    if (this.#reason !== undefined) throw unavailable(this.#reason);
  }

  /** Throws SERVICE_UNAVAILABLE when a commit has failed, or cannot be done now. */
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
    throw unavailable(reason);
  }

  #refuse(reason: string): void {
    this.#letGo();
    this.#reason = reason;
    this.#writes = [];
    // What is in memory alone is told to nobody, whenever he comes.
    this.#commit = Promise.reject(unavailable(reason));
    this.#commit.catch(() => {});
  }
}

const LOCKED = new Error("database is locked");

function isLocked(cause: unknown): cause is Error {
  return (cause as { readonly code?: unknown }).code === "SQLITE_BUSY";
}

function locked({ message: reason }: Error): ApiError {
  const message = "another program has the state locked; what waits for it is done when it lets go";
  return new ApiError("SERVICE_UNAVAILABLE", message, { reason }, { headers: { "retry-after": "1" } });
}

function unavailable(reason: string): ApiError {
  const message = "the state cannot be written; nothing is accepted until the server was started again";
  return new ApiError("SERVICE_UNAVAILABLE", message, { reason }, { headers: { "retry-after": "60" } });
}
