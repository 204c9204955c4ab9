import { availableParallelism } from "node:os";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { checkOptions, type OptionNames } from "../../primitives/check-options.ts";
import { checkWhole } from "../../primitives/check.ts";
import { HindcastError } from "../../primitives/errors.ts";
import type { ChunkResult, TrialChunk } from "../trials/trial-job.ts";
import type { Executor, Experiment } from "./executor.ts";
import { pooled } from "./pooled.ts";
import { receivedError } from "./sent-error.ts";
import { shareData } from "./shared-data.ts";
import { ThreadPool } from "./thread-pool.ts";
import type { ThreadAnswer, ThreadData } from "./thread.ts";

export interface WorkersOptions {
  /** As many as the machine has processors by default. */
  readonly threads?: number;
  /** Address of a module whose `importModule` loads strategies that Node alone cannot, such as TypeScript. */
  readonly loader?: string;
  /** Path of what each thread runs, where that cannot be the compiled thread of this package. */
  readonly entry?: string;
  /** Options of Node for the threads; those of this process by default. */
  readonly execArgv?: readonly string[];
}

const OPTIONS: OptionNames<WorkersOptions> = { threads: true, loader: true, entry: true, execArgv: true };

/** What each thread runs: of the source the module itself, which no other can import without a loader. */
const ENTRY = extname(import.meta.url) === ".ts" ? "./thread.ts" : "./pool-thread.cjs";

/** A chunk is tried this often before the sweep gives up. */
const TRIES = 3;
/** Threads wait a moment for the next chunk, and the next experiment. */
const IDLE_MS = 5000;

/**
 * Runs trials in threads of this process, over columns whose memory they share. A strategy cannot be sent to a thread: the experiment's
 * `source` says where its module is, and each thread loads it. A thread that dies loses one chunk, which another runs again.
 *
 * Throws STRATEGY_INVALID without a source, and WORKER_LOST for a chunk that ends every thread that tries it.
 *
 * @example
 * const executor = workers({ threads: 4 });
 * await sweep(smaCross, data, { params, executor, source: { file: "strategies/sma-cross.js" } });
 * await executor.close();
 */
export function workers(options: WorkersOptions = {}): Executor {
  checkOptions("workers", options, OPTIONS);
  const threads = checkWhole("threads", options.threads ?? availableParallelism(), 1, 256);
  let pool: ThreadPool | undefined;
  let opened = "";

  const run = async (chunk: TrialChunk, signal: AbortSignal | undefined): Promise<ChunkResult> => {
    let failure: unknown;
    for (let attempt = 0; attempt < TRIES; attempt++) {
      let answer: ThreadAnswer;
      try {
        answer = await pool!.run(chunk, signal);
      } catch (error) {
        signal?.throwIfAborted();
        failure = error;
        continue;
      }
      if ("error" in answer) throw receivedError(answer.error);
      return { trials: chunk.trials, rows: answer.rows };
    }
    const { trial, params } = chunk.trials[0]!;
    const cause = failure instanceof Error ? failure.message : String(failure);
    const message = `a worker must stay alive until its trials are done, ${TRIES} in a row did not (${cause}), in the trials from ${trial} on`;
    throw new HindcastError("WORKER_LOST", message, { trial, params, cause: failure });
  };

  return {
    width: threads,
    loader: options.loader,
    async open(experiment) {
      const key = `${experiment.checksum} ${experiment.strategy.name} ${JSON.stringify(experiment.source)}`;
      if (pool !== undefined && key === opened) return;
      await pool?.close();
      pool = new ThreadPool({
        filename: options.entry ?? fileURLToPath(new URL(ENTRY, import.meta.url)),
        minThreads: threads,
        maxThreads: threads,
        idleTimeout: IDLE_MS,
        workerData: threadData(experiment, options.loader),
        ...(options.execArgv !== undefined && { execArgv: [...options.execArgv] }),
      });
      opened = key;
    },
    // One chunk more than threads, so that none waits for the next.
    map: (chunks, mapOptions) => pooled(chunks, threads + 1, (chunk) => run(chunk, mapOptions?.signal), mapOptions),
    async close() {
      await pool?.close();
      pool = undefined;
    },
  };
}

function threadData({ strategy, source, data }: Experiment, loader: string | undefined): ThreadData {
  if (source === undefined) {
    const message = `${strategy.name} must come with its source (source: { file, export }) so that workers can load it, came without`;
    throw new HindcastError("STRATEGY_INVALID", message, { strategy: strategy.name });
  }
  return { strategy: strategy.name, source, loader, data: shareData(data) };
}
