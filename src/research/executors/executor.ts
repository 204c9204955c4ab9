import type { AnyStrategy } from "../../engine/strategy.ts";
import type { MarketData } from "../../market/market-data.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { checkOptions } from "../../primitives/check-options.ts";
import type { ChunkResult, StrategySource, TrialChunk } from "../trials/trial-job.ts";
import { RunnerCache } from "./runner-cache.ts";

/** The strategy and the data of an experiment. Chunks of trials refer to them by name and checksum. */
export interface Experiment {
  readonly strategy: AnyStrategy;
  readonly source?: StrategySource | undefined;
  readonly data: MarketData;
  readonly checksum: string;
}

/** Returns the module from which workers load the strategy. Throws STRATEGY_INVALID if the experiment has no source. */
export function sourceOf({ strategy, source }: Experiment): StrategySource {
  if (source !== undefined) return source;
  const message = `${strategy.name} needs its source (source: { file, export }), so that workers can load it`;
  throw new HindcastError("STRATEGY_INVALID", message, { strategy: strategy.name });
}

export interface MapOptions {
  /** Stops the work early and throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called after each chunk with the number of its trials. */
  readonly onProgress?: ((trials: number) => void) | undefined;
}

/**
 * Runs trials in this thread, in worker threads or on other machines. Results may arrive in any order. The rows of a chunk depend on the
 * chunk only, so the resulting table is the same, byte for byte, with every executor.
 */
export interface Executor {
  /** Maximum number of chunks of trials that run at once. */
  readonly width: number;
  /** Receives the strategy and the data of an experiment before its trials run. */
  open(experiment: Experiment): Promise<void>;
  map(chunks: Iterable<TrialChunk>, options?: MapOptions): AsyncIterable<ChunkResult>;
  /** Ends threads and connections. The executor may be opened again. */
  close(): Promise<void>;
}

/** Runs up to `width` chunks at once and yields each result as soon as it is available. A chunk is created only when it can start. */
export async function* runPooled(
  chunks: Iterable<TrialChunk>,
  width: number,
  run: (chunk: TrialChunk) => Promise<ChunkResult>,
  { signal, onProgress }: MapOptions = {},
): AsyncGenerator<ChunkResult, void, undefined> {
  const source = chunks[Symbol.iterator]();
  const running = new Map<number, Promise<{ readonly number: number; readonly result: ChunkResult }>>();
  const { promise: aborted, reject } = rejectable();
  const abort = () => reject(signal?.reason);
  signal?.addEventListener("abort", abort);
  let number = 0;
  let more = true;
  try {
    while (more || running.size > 0) {
      signal?.throwIfAborted();
      while (more && running.size < width) {
        const next = source.next();
        if (next.done === true) {
          more = false;
          break;
        }
        const chunkNumber = number++;
        running.set(
          chunkNumber,
          run(next.value).then((result) => ({ number: chunkNumber, result })),
        );
      }
      if (running.size === 0) return;
      const { number: done, result } = await Promise.race([aborted, ...running.values()]);
      running.delete(done);
      onProgress?.(result.trials.length);
      yield result;
      if (result.failure !== undefined) throw result.failure;
    }
  } finally {
    signal?.removeEventListener("abort", abort);
    // If the caller stops early, errors of chunks that still run are ignored, since no code handles them.
    for (const left of running.values()) left.catch(() => undefined);
    source.return?.();
  }
}

/** Returns a promise that never resolves, with a function that rejects it. Unhandled rejections of it are ignored. */
function rejectable(): { readonly promise: Promise<never>; readonly reject: (reason: unknown) => void } {
  let reject: (reason: unknown) => void = () => undefined;
  const promise = new Promise<never>((_, fail) => (reject = fail));
  promise.catch(() => undefined);
  return { promise, reject };
}

export interface InlineOptions {
  /** URL of a module whose `importModule` loads strategies in TypeScript. Used when trials are repeated. */
  readonly loader?: string;
}

/**
 * Runs trials in this thread, one chunk at a time. Between chunks the event loop continues, so that progress is shown and signals are
 * handled.
 *
 * @example
 * await sweep(strategy, data, { params, executor: inline() });
 */
export function inline(options: InlineOptions = {}): Executor {
  checkOptions("inline", options, { loader: true });
  const runners = new RunnerCache();
  let experiment: Experiment | undefined;
  return {
    width: 1,
    async open(opened) {
      if (experiment?.checksum !== opened.checksum || experiment.strategy !== opened.strategy) runners.clear();
      experiment = opened;
    },
    map: (chunks, mapOptions) =>
      runPooled(chunks, 1, (chunk) => runners.run(chunk, experiment!.strategy, experiment!.data, options), mapOptions),
    async close() {
      runners.clear();
      experiment = undefined;
    },
  };
}
