import { ApiError } from "../errors/api-error.ts";
import type { StateStore } from "../store/state-store.ts";

/**
 * Writes to the state in groups: one commit for all that came in one turn of the event loop. Who is told of a write waits for `settled` first. When a
 * commit fails, what is in memory is ahead of what is on disk: from then on everything is refused, until a restart goes on from the disk.
 */
export class Journal {
  readonly #store: StateStore;
  #writes: (() => void)[] = [];
  /** The first of them is one statement. */
  #single = false;
  #commit: Promise<void> | undefined;
  #failed = false;

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
      setImmediate(() => {
        try {
          this.flush();
          resolve();
        } catch (error) {
          reject(error as Error);
        }
      });
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
    try {
      if (this.#single) writes[0]!();
      else
        this.#store.transaction(() => {
          for (const write of writes) write();
        });
    } catch {
      this.#failed = true;
      // What is in memory alone is told to nobody, whenever he comes.
      this.#commit = Promise.reject(unavailable());
      this.#commit.catch(() => {});
      throw unavailable();
    }
  }

  check(): void {
    if (this.#failed) throw unavailable();
  }
}

function unavailable(): ApiError {
  const message = "the state cannot be written; nothing is accepted until the server was started again";
  return new ApiError("SERVICE_UNAVAILABLE", message, {}, { headers: { "retry-after": "60" } });
}
