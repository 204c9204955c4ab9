import { workerData } from "piscina";
import type { SharedData } from "./data-columns.ts";
import { openShared } from "./shared-data.ts";
import { type LoadedStrategy, loadStrategy, withPartFunctions } from "./load-strategy.ts";
import { RunnerCache } from "./runner-cache.ts";
import { sentError, type SentError } from "./sent-error.ts";
import type { ChunkResult, StrategySource, TrialChunk } from "../trials/trial-job.ts";

/** Data that a worker thread receives when it starts. */
export interface ThreadData {
  readonly strategy: string;
  readonly source: StrategySource;
  readonly loader: string | undefined;
  readonly data: SharedData;
}

/** A chunk of trials. The shared memory `place` has the index of the running trial, which shows where a thread ended. */
export type ThreadChunk = TrialChunk & { readonly place: Int32Array };

/** Answer of a worker thread: the rows of the trials, or an error. */
export type ThreadAnswer = Omit<ChunkResult, "trials"> | { readonly error: SentError };

const { strategy: name, source, loader, data: shared } = workerData as ThreadData;
const data = openShared(shared);
const runners = new RunnerCache();
let loaded: LoadedStrategy | undefined;

/** An error that the strategy threw after its trials ended, for example from a promise or a timer. */
let lateError: { readonly error: unknown } | undefined;
process.on("uncaughtException", (error) => (lateError ??= { error }));

/** Runs a chunk of trials. Returns errors of the strategy as answers, even those thrown after its trials. */
export default async function runChunk({ place, ...chunk }: ThreadChunk): Promise<ThreadAnswer> {
  const onTrial = (trial: number): void => void Atomics.store(place, 0, trial);
  try {
    loaded ??= await loadStrategy(name, source, loader);
    const known = { ...chunk, job: withPartFunctions(chunk.job, loaded) };
    const { rows, how } = await runners.run(known, loaded.strategy, data, { loader, onTrial });
    if (lateError !== undefined) throw lateError.error;
    return { rows, how };
  } catch (error) {
    lateError = undefined;
    return { error: sentError(error) };
  }
}

// Top-level await makes `require` fail, which the thread pool tries first. With tsx, `require` would load a second copy of Hindcast, so the
// module must be imported.
await Promise.resolve();
