import type { ResourceLimits } from "node:worker_threads";
import { MIB } from "./backtest-limits.ts";

/**
 * MiB by which the heap of a thread may grow beyond its limit before V8 ends it. V8 has no object larger than 1 GiB, so an allocation that begins below
 * the limit always succeeds: one that fails in a thread ends the whole process, limits of the thread or not.
 */
const ROOM_MB = 1_536;

/** What V8 holds a thread to, should nobody look. */
export function heapLimits(memoryMb: number): ResourceLimits {
  return { maxOldGenerationSizeMb: memoryMb + ROOM_MB };
}

/**
 * Memory of the process that is not of the server's own thread: that of the threads of backtests, their heaps and their arrays outside of them. Node 20
 * tells of a busy thread nothing else.
 */
export class ThreadMemory {
  #before = 0;

  /** What there is now is none of those that begin. */
  begin(): void {
    this.#before = beside();
  }

  /** MiB since then. */
  get grownMb(): number {
    return (beside() - this.#before) / MIB;
  }
}

function beside(): number {
  const { rss, heapTotal, external } = process.memoryUsage();
  return rss - heapTotal - external;
}
