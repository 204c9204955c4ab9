import type { AnyStrategy } from "../../engine/strategy.ts";
import type { MarketData } from "../../market/market-data.ts";
import type { ChunkResult, StrategySource, TrialChunk } from "../trials/trial-job.ts";

/** What chunks name by checksum and name: the data and the strategy themselves. */
export interface Experiment {
  readonly strategy: AnyStrategy;
  readonly source?: StrategySource | undefined;
  readonly data: MarketData;
  readonly checksum: string;
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
