import { workerData } from "piscina";
import type { SharedData } from "./data-columns.ts";
import { openShared } from "./shared-data.ts";
import { type LoadedStrategy, loadStrategy, withParts } from "./load-strategy.ts";
import { RunnerCache } from "./runner-cache.ts";
import { sentError, type SentError } from "./sent-error.ts";
import type { ChunkResult, StrategySource, TrialChunk } from "../trials/trial-job.ts";

/** What a thread is given when it starts. */
export interface ThreadData {
  readonly strategy: string;
  readonly source: StrategySource;
  readonly loader: string | undefined;
  readonly data: SharedData;
}

/** A chunk with a number in shared memory: the place of the trial that runs, so that a thread which ends is known to have ended in it. */
export type ThreadChunk = TrialChunk & { readonly place: Int32Array };

/** What a thread answers: the rows, or what went wrong. */
export type ThreadAnswer = Omit<ChunkResult, "trials"> | { readonly error: SentError };

const { strategy: name, source, loader, data: shared } = workerData as ThreadData;
const data = openShared(shared);
const runners = new RunnerCache();
let loaded: LoadedStrategy | undefined;

/** What the strategy threw when its trials were over, as from a promise or a timer. */
let late: { readonly error: unknown } | undefined;
process.on("uncaughtException", (error) => (late ??= { error }));

/** Runs a chunk of trials. An error of the strategy is an answer, also a late one; only a thread that dies does not answer. */
export default async function runChunk({ place, ...chunk }: ThreadChunk): Promise<ThreadAnswer> {
  const onTrial = (trial: number): void => void Atomics.store(place, 0, trial);
  try {
    loaded ??= await loadStrategy(name, source, loader);
    const known = { ...chunk, job: withParts(chunk.job, loaded) };
    const { rows, how } = await runners.run(known, loaded.strategy, data, { loader, onTrial });
    if (late !== undefined) throw late.error;
    return { rows, how };
  } catch (error) {
    late = undefined;
    return { error: sentError(error) };
  }
}

// The pool tries `require` first. Where a loader such as tsx makes that work, it makes a second copy of the engine, strange to the one that the strategy
// imports. A module that awaits can only be imported.
await Promise.resolve();
