import { workerData } from "piscina";
import type { SharedData } from "./data-columns.ts";
import { openShared } from "./shared-data.ts";
import { type LoadedStrategy, loadStrategy, withPartFunctions } from "./load-strategy.ts";
import { RunnerCache } from "./runner-cache.ts";
import { sentError, type SentError } from "./sent-error.ts";
import type { ChunkResult, StrategySource, TrialChunk } from "../trials/trial-job.ts";

/** Data passed to a thread when it starts. */
export interface ThreadData {
  readonly strategy: string;
  readonly source: StrategySource;
  readonly loader: string | undefined;
  readonly data: SharedData;
}

/** A chunk, with the index of the running trial in shared memory: if the thread ends, it shows in which trial. */
export type ThreadChunk = TrialChunk & { readonly place: Int32Array };

/** Answer of a thread: the rows, or an error. */
export type ThreadAnswer = Omit<ChunkResult, "trials"> | { readonly error: SentError };

const { strategy: name, source, loader, data: shared } = workerData as ThreadData;
const data = openShared(shared);
const runners = new RunnerCache();
let loaded: LoadedStrategy | undefined;

/** An error that the strategy threw after its trials ended, for example from a promise or a timer. */
let lateError: { readonly error: unknown } | undefined;
process.on("uncaughtException", (error) => (lateError ??= { error }));

/** Runs a chunk of trials. Errors of the strategy, even late ones, are returned as answers; only a thread that dies does not answer. */
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

// The pool tries `require` first. With a loader such as tsx this works, but creates a second copy of the engine. Top-level await makes the
// module importable only.
await Promise.resolve();
