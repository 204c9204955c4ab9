import type { AnyStrategy } from "../../engine/strategy.ts";
import type { MarketData } from "../../market/market-data.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { checkOptions } from "../../primitives/check-options.ts";
import type { ChunkResult, StrategySource, TrialChunk } from "../trials/trial-job.ts";
import { RunnerCache } from "./runner-cache.ts";

/** What chunks name by checksum and name: the data and the strategy themselves. */
export interface Experiment {
  readonly strategy: AnyStrategy;
  readonly source?: StrategySource | undefined;
  readonly data: MarketData;
  readonly checksum: string;
}

/** Where workers find the strategy of an experiment. Throws STRATEGY_INVALID for one that came without. */
export function sourceOf({ strategy, source }: Experiment): StrategySource {
  if (source !== undefined) return source;
  const message = `${strategy.name} needs its source (source: { file, export }), so that workers can load it`;
  throw new HindcastError("STRATEGY_INVALID", message, { strategy: strategy.name });
}

export interface MapOptions {
  /** Ends the work early, with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Is told the number of trials of each chunk that is done. */
  readonly onProgress?: ((trials: number) => void) | undefined;
}

/**
 * Who runs trials: this thread, others, or other machines. Results come in any order; what is in them depends on the chunk alone, so that a
 * table is the same, byte for byte, whoever filled it.
 */
export interface Executor {
  /** Chunks that may be under way at once. */
  readonly width: number;
  /** Makes data and strategy known before chunks of them are mapped. */
  open(experiment: Experiment): Promise<void>;
  map(chunks: Iterable<TrialChunk>, options?: MapOptions): AsyncIterable<ChunkResult>;
  /** Lets threads and connections go. It may be opened again. */
  close(): Promise<void>;
}

/** Runs chunks, `width` of them at a time, and gives each result when it is there. Chunks are made when there is room for them. */
export async function* pooled(
  chunks: Iterable<TrialChunk>,
  width: number,
  run: (chunk: TrialChunk) => Promise<ChunkResult>,
  { signal, onProgress }: MapOptions = {},
): AsyncGenerator<ChunkResult, void, undefined> {
  const source = chunks[Symbol.iterator]();
  const running = new Map<number, Promise<{ readonly number: number; readonly result: ChunkResult }>>();
  const { promise: aborted, reject } = pending();
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
        const own = number++;
        running.set(
          own,
          run(next.value).then((result) => ({ number: own, result })),
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
    // Whoever stops listening leaves no failure without a listener.
    for (const left of running.values()) left.catch(() => undefined);
    source.return?.();
  }
}

/** A promise that only ever fails, and may do so unheard. */
function pending(): { readonly promise: Promise<never>; readonly reject: (reason: unknown) => void } {
  let reject: (reason: unknown) => void = () => undefined;
  const promise = new Promise<never>((_, fail) => (reject = fail));
  promise.catch(() => undefined);
  return { promise, reject };
}

export interface InlineOptions {
  /** Address of a module whose `importModule` loads strategies that Node alone cannot, such as TypeScript: for trials that run again. */
  readonly loader?: string;
}

/**
 * Runs trials in this thread, one chunk after the other; between chunks others get their turn, so that progress is shown and a signal heard.
 *
 * @example
 * await sweep(strategy, data, { params, executor: inline() });
 */
export function inline(given: InlineOptions = {}): Executor {
  checkOptions("inline", given, { loader: true });
  const runners = new RunnerCache();
  let experiment: Experiment | undefined;
  return {
    width: 1,
    async open(opened) {
      if (experiment?.checksum !== opened.checksum || experiment.strategy !== opened.strategy) runners.clear();
      experiment = opened;
    },
    map: (chunks, options) =>
      pooled(chunks, 1, (chunk) => runners.run(chunk, experiment!.strategy, experiment!.data, given), options),
    async close() {
      runners.clear();
      experiment = undefined;
    },
  };
}
