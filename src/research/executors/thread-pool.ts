import { Piscina } from "piscina";
import type { ThreadAnswer, ThreadChunk } from "./thread.ts";

export type ThreadPoolOptions = NonNullable<ConstructorParameters<typeof Piscina>[0]>;

/** How often the memory of the process is looked at: large arrays grow by a gigabyte in less than a second. */
const LOOK_MS = 50;

/** All threads were ended, since together they took more memory than they may. */
export class MemoryTaken extends Error {}

/**
 * Threads that run chunks. One that ends takes its chunk with it, and another takes its place; once none is left, as when each ends while it loads,
 * every chunk that waits is given back as a failure, and the next that is run begins anew. All end where the process grows by more than `memory` bytes.
 */
export class ThreadPool {
  readonly #options: ThreadPoolOptions;
  readonly #memory: number;
  #threads: Piscina<ThreadChunk, ThreadAnswer> | undefined;
  #failure: unknown = new Error("worker exited before it was ready");
  #closed = false;
  #ended: Promise<void> = Promise.resolve();
  #looks: NodeJS.Timeout | undefined;

  constructor(options: ThreadPoolOptions, memory = Infinity) {
    this.#options = options;
    this.#memory = memory;
  }

  /** Fails with what ended the thread, or with the reason of the signal. */
  async run(chunk: ThreadChunk, signal: AbortSignal | undefined): Promise<ThreadAnswer> {
    // Threads that were ended still hold their memory for a moment.
    await this.#ended;
    signal?.throwIfAborted();
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

  #end(): Promise<void> {
    const threads = this.#threads;
    this.#threads = undefined;
    clearInterval(this.#looks);
    if (threads !== undefined) this.#ended = threads.destroy();
    return this.#ended;
  }

  #begin(): Piscina<ThreadChunk, ThreadAnswer> {
    const threads = new Piscina<ThreadChunk, ThreadAnswer>(this.#options);
    threads.on("error", (error: unknown) => {
      this.#failure = error;
    });
    threads.on("workerDestroy", () => {
      setImmediate(() => {
        if (threads === this.#threads && threads.threads.length === 0 && threads.queueSize > 0) void this.#end();
      });
    });
    if (this.#memory < Infinity) this.#watch(process.memoryUsage.rss() + this.#memory);
    return threads;
  }

  #watch(most: number): void {
    const look = (): void => {
      if (process.memoryUsage.rss() <= most) return;
      this.#failure = new MemoryTaken();
      void this.#end();
    };
    this.#looks = setInterval(look, LOOK_MS).unref();
  }
}
