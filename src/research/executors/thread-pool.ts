import { Piscina } from "piscina";
import type { TrialChunk } from "../trials/trial-job.ts";
import type { ThreadAnswer } from "./thread.ts";

export type ThreadPoolOptions = NonNullable<ConstructorParameters<typeof Piscina>[0]>;

/**
 * Threads that run chunks. One that ends takes its chunk with it, and another takes its place; once none is left, as when each ends while it loads,
 * every chunk that waits is given back as a failure, and the next that is run begins anew.
 */
export class ThreadPool {
  readonly #options: ThreadPoolOptions;
  #threads: Piscina<TrialChunk, ThreadAnswer> | undefined;
  #failure: unknown = new Error("worker exited before it was ready");
  #closed = false;

  constructor(options: ThreadPoolOptions) {
    this.#options = options;
  }

  /** Fails with what ended the thread, or with the reason of the signal. */
  async run(chunk: TrialChunk, signal: AbortSignal | undefined): Promise<ThreadAnswer> {
    if (this.#closed) throw new Error("the threads were closed");
    const threads = (this.#threads ??= this.#begin());
    try {
      return await threads.run(chunk, { ...(signal !== undefined && { signal }) });
    } catch (error) {
      signal?.throwIfAborted();
      // Chunks that waited for threads of which none is left are told that they were ended, not by what.
      if (threads === this.#threads) this.#failure = error;
      throw this.#failure;
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#end();
  }

  async #end(): Promise<void> {
    const threads = this.#threads;
    this.#threads = undefined;
    await threads?.destroy();
  }

  #begin(): Piscina<TrialChunk, ThreadAnswer> {
    const threads = new Piscina<TrialChunk, ThreadAnswer>(this.#options);
    threads.on("error", (error: unknown) => {
      this.#failure = error;
    });
    threads.on("workerDestroy", () => {
      setImmediate(() => {
        if (threads === this.#threads && threads.threads.length === 0 && threads.queueSize > 0) void this.#end();
      });
    });
    return threads;
  }
}
