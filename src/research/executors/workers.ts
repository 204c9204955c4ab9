import { availableParallelism } from "node:os";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { Piscina } from "piscina";
import { checkOptions, type OptionNames } from "../../primitives/check-options.ts";
import { checkNumber, checkInteger } from "../../primitives/check.ts";
import { HindcastError } from "../../primitives/errors.ts";
import type { ChunkResult, TrialChunk, TrialSpec } from "../trials/trial-job.ts";
import { trialText } from "../trials/trial-runner.ts";
import { type Executor, type Experiment, pooled, sourceOf } from "./executor.ts";
import { receivedError } from "./sent-error.ts";
import { shareData } from "./shared-data.ts";
import type { ThreadAnswer, ThreadChunk, ThreadData } from "./thread.ts";

export interface WorkersOptions {
  /** As many as the machine has processors by default. */
  readonly threads?: number;
  /** Address of a module whose `importModule` loads strategies that Node alone cannot, such as TypeScript. */
  readonly loader?: string;
  /** Path of what each thread runs, where that cannot be the compiled thread of this package. */
  readonly entry?: string;
  /** Options of Node for the threads; those of this process by default. */
  readonly execArgv?: readonly string[];
  /** Bytes by which the process may grow while trials run; without a limit by default. */
  readonly memory?: number;
}

const OPTIONS: OptionNames<WorkersOptions> = {
  threads: true,
  loader: true,
  entry: true,
  execArgv: true,
  memory: true,
};

/** What each thread runs: of the source the module itself, which no other can import without a loader. */
const ENTRY = extname(import.meta.url) === ".ts" ? "./thread.ts" : "./pool-thread.cjs";

/** A chunk is tried this often before the sweep gives up. */
const TRIES = 3;
/** Threads wait a moment for the next chunk, and the next experiment. */
const IDLE_MS = 5000;

/**
 * Runs trials in threads of this process, over columns whose memory they share. A strategy cannot be sent to a thread: the experiment's
 * `source` says where its module is, and each thread loads it. A thread that dies before a trial begins loses one chunk, which another runs again.
 * Where all together take more than `memory`, chunks run one at a time from then on, and one that takes it alone has failed.
 *
 * Throws STRATEGY_INVALID without a source, STRATEGY_EXITED and STRATEGY_OUT_OF_MEMORY for a trial that ends its thread, and WORKER_LOST for a chunk whose
 * threads all end before it begins.
 *
 * @example
 * const executor = workers({ threads: 4 });
 * await sweep(smaCross, data, { params, executor, source: { file: "strategies/sma-cross.js" } });
 * await executor.close();
 */
export function workers(options: WorkersOptions = {}): Executor {
  checkOptions("workers", options, OPTIONS);
  const threads = checkInteger("threads", options.threads ?? availableParallelism(), 1, 256);
  const memory = options.memory === undefined ? Infinity : checkNumber("memory", options.memory, 1);
  let pool: ThreadPool | undefined;
  let opened = "";
  let strategy = "";
  /** Chunks run one after the other once all together took too much memory. */
  let isCrowded = false;
  let line: Promise<unknown> = Promise.resolve();

  const alone = (chunk: ThreadChunk, signal: AbortSignal | undefined): Promise<ThreadAnswer> => {
    const answer = line.then(() => pool!.run(chunk, signal));
    line = answer.catch(() => undefined);
    return answer;
  };

  const run = async (chunk: TrialChunk, signal: AbortSignal | undefined): Promise<ChunkResult> => {
    let failure: unknown;
    for (let attempt = 0; attempt < TRIES; attempt++) {
      let answer: ThreadAnswer;
      const place = new Int32Array(new SharedArrayBuffer(4)).fill(-1);
      const wasAlone = isCrowded;
      try {
        answer = await (wasAlone ? alone : pool!.run.bind(pool))({ ...chunk, place }, signal);
      } catch (error) {
        signal?.throwIfAborted();
        failure = error;
        const trial = chunk.trials[place[0]!];
        const ended = trial && endedIn(strategy, trial, error);
        // Of several threads that took too much together nobody knows which it was.
        const isSure = !(error instanceof MemoryTaken) || wasAlone || threads === 1;
        if (ended !== undefined && isSure) return before(chunk, place[0]!, ended, signal);
        isCrowded ||= error instanceof MemoryTaken;
        continue;
      }
      if ("error" in answer) return before(chunk, place[0]!, receivedError(answer.error), signal);
      return { ...answer, trials: chunk.trials };
    }
    const { trial, params } = chunk.trials[0]!;
    const cause = failure instanceof Error ? failure.message : String(failure);
    const message = `${TRIES} workers in a row ended before their trials were done (${cause}), in the trials from ${trial} on`;
    throw new HindcastError("WORKER_LOST", message, { trial, params, cause: failure });
  };

  /** The trials of a chunk before the one that failed, which are run again: what they gave was lost with their thread. */
  const before = async (chunk: TrialChunk, failed: number, failure: Error, signal: AbortSignal | undefined) => {
    if (failed <= 0) throw failure;
    return { ...(await run({ ...chunk, trials: chunk.trials.slice(0, failed) }, signal)), failure };
  };

  return {
    width: threads,
    async open(experiment) {
      strategy = experiment.strategy.name;
      const key = `${experiment.checksum} ${experiment.strategy.name} ${JSON.stringify(experiment.source)}`;
      if (pool !== undefined && key === opened) return;
      await pool?.close();
      const poolOptions = {
        filename: options.entry ?? fileURLToPath(new URL(ENTRY, import.meta.url)),
        minThreads: threads,
        maxThreads: threads,
        idleTimeout: IDLE_MS,
        workerData: threadData(experiment, options.loader),
        ...(options.execArgv !== undefined && { execArgv: [...options.execArgv] }),
      };
      pool = new ThreadPool(poolOptions, memory);
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

/** What the strategy did in a trial, where that ended its thread. */
function endedIn(strategy: string, spec: TrialSpec, error: unknown): HindcastError | undefined {
  const { code, message } = error as Error & { readonly code?: string };
  const details = { strategy, trial: spec.trial, params: spec.params };
  if (error instanceof MemoryTaken || code === "ERR_WORKER_OUT_OF_MEMORY") {
    const text = `${strategy} must run in the memory that trials may take, took more, in ${trialText(spec)}`;
    return new HindcastError("STRATEGY_OUT_OF_MEMORY", text, details);
  }
  const exit = /^worker exited with code: (\d+)$/.exec(message)?.[1];
  if (exit === undefined) return undefined;
  const text = `${strategy} must not end the process, ended it with code ${exit}, in ${trialText(spec)}`;
  return new HindcastError("STRATEGY_EXITED", text, details);
}

function threadData(experiment: Experiment, loader: string | undefined): ThreadData {
  const { strategy, data } = experiment;
  return { strategy: strategy.name, source: sourceOf(experiment), loader, data: shareData(data) };
}

type ThreadPoolOptions = NonNullable<ConstructorParameters<typeof Piscina>[0]>;

/** How often the memory of the process is looked at: large arrays grow by a gigabyte in less than a second. */
const LOOK_MS = 50;

/** All threads were ended, since together they took more memory than they may. */
class MemoryTaken extends Error {}

/**
 * Threads that run chunks. One that ends takes its chunk with it, and another takes its place; once none is left, as when each ends while it loads,
 * every chunk that waits is given back as a failure, and the next that is run begins anew. All end where the process grows by more than `memory` bytes.
 */
class ThreadPool {
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
