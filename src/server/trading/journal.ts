import { ApiError } from "../errors/api-error.ts";
import type { StateStore } from "../store/state-store.ts";

/** Milliseconds that a commit waits at most for as many writes as the one before it had. */
const PATIENCE_MS = 0.5;

/**
 * Writes to the state in groups: one commit for all that came in one turn of the event loop; where many come at once, a commit waits for them for a
 * moment, because it costs as much for one as for all, while who writes alone never waits. Who is told of a write waits for `settled` first. When a
 * commit fails, what is in memory is ahead of what is on disk: from then on everything is refused, until a restart goes on from the disk.
 */
export class Journal {
  readonly #store: StateStore;
  #writes: (() => void)[] = [];
  /** The first of them is one statement. */
  #single = false;
  #commit: Promise<void> | undefined;
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
          reject(error as Error);
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

  /** Commits at once. */
  flush(): void {
    this.check();
    const writes = this.#writes;
    this.#writes = [];
    this.#commit = undefined;
    if (writes.length === 0) return;
    this.#expected = writes.length;
    const begun = this.committed === undefined ? 0 : performance.now();
    try {
      if (this.#single) writes[0]!();
      else
        this.#store.transaction(() => {
          for (const write of writes) write();
        });
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      this.#reason = reason;
      // What is in memory alone is told to nobody, whenever he comes.
      this.#commit = Promise.reject(unavailable(reason));
      this.#commit.catch(() => {});
      this.failed?.(cause);
      throw unavailable(reason);
    }
    this.committed?.(performance.now() - begun);
  }

  /** Throws SERVICE_UNAVAILABLE when a commit has failed. */
  check(): void {
    if (this.#reason !== undefined) throw unavailable(this.#reason);
  }
}

function unavailable(reason: string): ApiError {
  const message = "the state cannot be written; nothing is accepted until the server was started again";
  return new ApiError("SERVICE_UNAVAILABLE", message, { reason }, { headers: { "retry-after": "60" } });
}
