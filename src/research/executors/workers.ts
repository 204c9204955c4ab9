import { availableParallelism } from "node:os";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { Piscina } from "piscina";
import { checkOptions, type OptionNames } from "../../primitives/check-options.ts";
import { checkNumber, checkInteger } from "../../primitives/check.ts";
import { HindcastError } from "../../primitives/errors.ts";
import type { ChunkResult, TrialChunk, TrialSpec } from "../trials/trial-job.ts";
import { trialText } from "../trials/trial-runner.ts";
import { type Executor, type Experiment, runPooled, sourceOf } from "./executor.ts";
import { receivedError } from "./sent-error.ts";
import { shareData } from "./shared-data.ts";
import type { ThreadAnswer, ThreadChunk, ThreadData } from "./thread.ts";

export interface WorkersOptions {
  /** Number of threads. By default one for each processor. */
  readonly threads?: number;
  /** URL of a module whose `importModule` loads strategies in TypeScript. */
  readonly loader?: string;
  /** Path of the module that each thread runs. Default: the compiled module of Hindcast. */
  readonly entry?: string;
  /** Node options of the threads. Default: the options of this process. */
  readonly execArgv?: readonly string[];
  /** Maximum growth of the process's memory while trials run, in bytes. Default: unlimited. */
  readonly memory?: number;
}

const OPTIONS: OptionNames<WorkersOptions> = {
  threads: true,
  loader: true,
  entry: true,
  execArgv: true,
  memory: true,
};

/** Module that a thread runs: the source file, or `pool-thread.cjs` in the build. */
const ENTRY = extname(import.meta.url) === ".ts" ? "./thread.ts" : "./pool-thread.cjs";

/** Number of attempts to run a chunk of trials before the sweep fails. */
const MAX_ATTEMPTS = 3;
/** Idle time after which a thread ends. */
const IDLE_MS = 5000;

/**
 * Runs trials in threads of this process that share the memory of the data's columns. A strategy cannot be sent to a thread: each thread
 * loads it from the experiment's `source`. If a thread dies before a trial begins, another thread repeats its chunk.
 *
 * If all threads together exceed `memory`, chunks run one at a time from then on. A chunk that exceeds `memory` on its own fails.
 *
 * Throws STRATEGY_INVALID without a source, STRATEGY_EXITED or STRATEGY_OUT_OF_MEMORY for a trial that ends its thread, and WORKER_LOST
 * for a chunk if every thread that tries it ends before its first trial begins.
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
  /** Whether chunks run one at a time, because together they exceeded the memory limit. */
  let isCrowded = false;
  let lastAlone: Promise<unknown> = Promise.resolve();

  const runAlone = (chunk: ThreadChunk, signal: AbortSignal | undefined): Promise<ThreadAnswer> => {
    const answer = lastAlone.then(() => pool!.run(chunk, signal));
    lastAlone = answer.catch(() => undefined);
    return answer;
  };

  const run = async (chunk: TrialChunk, signal: AbortSignal | undefined): Promise<ChunkResult> => {
    let failure: unknown;
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      let answer: ThreadAnswer;
      const place = new Int32Array(new SharedArrayBuffer(4)).fill(-1);
      const wasAlone = isCrowded;
      try {
        answer = await (wasAlone ? runAlone : pool!.run.bind(pool))({ ...chunk, place }, signal);
      } catch (error) {
        signal?.throwIfAborted();
        failure = error;
        const trial = chunk.trials[place[0]!];
        const ended = trial && exitError(strategy, trial, error);
        // If several chunks exceeded the memory limit together, it is unknown which one is the cause.
        const isCulprit = !(error instanceof MemoryExceeded) || wasAlone || threads === 1;
        if (ended !== undefined && isCulprit) return runBeforeFailure(chunk, place[0]!, ended, signal);
        isCrowded ||= error instanceof MemoryExceeded;
        continue;
      }
      if ("error" in answer) return runBeforeFailure(chunk, place[0]!, receivedError(answer.error), signal);
      return { ...answer, trials: chunk.trials };
    }
    const { trial, params } = chunk.trials[0]!;
    const cause = failure instanceof Error ? failure.message : String(failure);
    const message = `${MAX_ATTEMPTS} workers in a row ended before they finished the trials from trial ${trial} on (${cause})`;
    throw new HindcastError("WORKER_LOST", message, { trial, params, cause: failure });
  };

  /** Repeats the trials before the one that ended its thread, since their rows were lost with the thread. */
  const runBeforeFailure = async (
    chunk: TrialChunk,
    failed: number,
    failure: Error,
    signal: AbortSignal | undefined,
  ) => {
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
    // There is one chunk more than threads, so that no thread waits for its next chunk.
    map: (chunks, mapOptions) => runPooled(chunks, threads + 1, (chunk) => run(chunk, mapOptions?.signal), mapOptions),
    async close() {
      await pool?.close();
      pool = undefined;
    },
  };
}

/** Returns the error for a trial that ended its thread, or undefined if the trial did not end it. */
function exitError(strategy: string, spec: TrialSpec, error: unknown): HindcastError | undefined {
  const { code, message } = error as Error & { readonly code?: string };
  const details = { strategy, trial: spec.trial, params: spec.params };
  if (error instanceof MemoryExceeded || code === "ERR_WORKER_OUT_OF_MEMORY") {
    const text = `${strategy} exceeded the memory limit of trials in ${trialText(spec)}`;
    return new HindcastError("STRATEGY_OUT_OF_MEMORY", text, details);
  }
  const exit = /^worker exited with code: (\d+)$/.exec(message)?.[1];
  if (exit === undefined) return undefined;
  const text = `${strategy} ended its process with code ${exit} in ${trialText(spec)}`;
  return new HindcastError("STRATEGY_EXITED", text, details);
}

function threadData(experiment: Experiment, loader: string | undefined): ThreadData {
  const { strategy, data } = experiment;
  return { strategy: strategy.name, source: sourceOf(experiment), loader, data: shareData(data) };
}

type ThreadPoolOptions = NonNullable<ConstructorParameters<typeof Piscina>[0]>;

/** Interval of memory checks. Large arrays can grow by a gigabyte in less than a second. */
const MEMORY_CHECK_MS = 50;

/** Error of a chunk whose threads were ended because together they exceeded the memory limit. */
class MemoryExceeded extends Error {}

/**
 * A pool of threads that run chunks. A thread that ends loses its chunk and is replaced. If no thread is left, as when each ends while
 * loading, all waiting chunks fail, and the next call starts a new pool. All threads end if the process grows by more than `memory` bytes.
 */
class ThreadPool {
  readonly #options: ThreadPoolOptions;
  readonly #memory: number;
  #threads: Piscina<ThreadChunk, ThreadAnswer> | undefined;
  #failure: unknown = new Error("worker exited before it was ready");
  #closed = false;
  #ended: Promise<void> = Promise.resolve();
  #memoryTimer: NodeJS.Timeout | undefined;

  constructor(options: ThreadPoolOptions, memory = Infinity) {
    this.#options = options;
    this.#memory = memory;
  }

  /** Runs a chunk. Fails with the error that ended the thread, or with the signal's reason. */
  async run(chunk: ThreadChunk, signal: AbortSignal | undefined): Promise<ThreadAnswer> {
    // A new chunk waits until terminated threads have released their memory.
    await this.#ended;
    signal?.throwIfAborted();
    if (this.#closed) throw new Error("the threads were closed");
    const threads = (this.#threads ??= this.#start());
    try {
      return await threads.run(chunk, { ...(signal !== undefined && { signal }) });
    } catch (error) {
      signal?.throwIfAborted();
      // The error is stored, since chunks that wait learn only that the threads ended, but not why.
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
    clearInterval(this.#memoryTimer);
    if (threads !== undefined) this.#ended = threads.destroy();
    return this.#ended;
  }

  #start(): Piscina<ThreadChunk, ThreadAnswer> {
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

  #watch(limit: number): void {
    const check = (): void => {
      if (process.memoryUsage.rss() <= limit) return;
      this.#failure = new MemoryExceeded();
      void this.#end();
    };
    this.#memoryTimer = setInterval(check, MEMORY_CHECK_MS).unref();
  }
}
