import type { AnyStrategy } from "../../engine/strategy.ts";
import type { MarketData } from "../../market/market-data.ts";
import type { ChunkResult, TrialChunk, TrialJob } from "../trials/trial-job.ts";
import { TrialRunner } from "../trials/trial-runner.ts";
import { type LoadedStrategy, loadStrategy, withParts } from "./load-strategy.ts";
import { setImmediate } from "node:timers/promises";

/** Jobs whose prepared data are kept: a walk-forward goes from one to the next. */
const KEPT = 3;

interface ChunkOptions {
  /** Address of the module whose `importModule` loads strategies that Node alone cannot. */
  readonly loader?: string | undefined;
  /** Hears the place of each trial before it runs. */
  readonly onTrial?: ((place: number) => void) | undefined;
}

/** The runners of the last jobs. */
export class RunnerCache {
  readonly #runners = new Map<string, TrialRunner>();

  /** Runs the trials of a chunk, and gives what they have left for later its turn. */
  async run(
    { job, trials, fresh }: TrialChunk,
    strategy: AnyStrategy,
    data: MarketData,
    { loader, onTrial }: ChunkOptions = {},
  ): Promise<ChunkResult> {
    const again = fresh === true ? await freshStrategy(job, loader) : undefined;
    const runner = fresh === true ? freshRunner(again, strategy, data, job) : this.#of(job, strategy, data);
    const rows = runner.rows(trials, onTrial);
    await leftForLater();
    if (fresh !== true) return { trials, rows };
    return { trials, rows, how: again === undefined ? "same-process" : "fresh-module" };
  }

  clear(): void {
    this.#runners.clear();
  }

  #of(job: TrialJob, strategy: AnyStrategy, data: MarketData): TrialRunner {
    const runner = this.#runners.get(job.id) ?? new TrialRunner(strategy, data, job);
    this.#runners.delete(job.id);
    this.#runners.set(job.id, runner);
    if (this.#runners.size > KEPT) this.#runners.delete(this.#runners.keys().next().value!);
    return runner;
  }
}

/** A runner in which nothing is left of trials before, parts of the model included, as far as the module could be loaded again. */
function freshRunner(
  again: LoadedStrategy | undefined,
  strategy: AnyStrategy,
  data: MarketData,
  job: TrialJob,
): TrialRunner {
  return again === undefined
    ? new TrialRunner(strategy, data, job)
    : new TrialRunner(again.strategy, data, withParts(job, again));
}

/** The strategy from a new instance of its module; undefined without a source, and where that cannot be loaded here or has changed since. */
async function freshStrategy(
  { strategy, source }: TrialJob,
  loader: string | undefined,
): Promise<LoadedStrategy | undefined> {
  if (source === undefined) return undefined;
  return loadStrategy(strategy, source, loader, true).catch(() => undefined);
}

/**
 * Gives what code has left for later its turn: promises that fail unheard, and timers that are due. Whoever answers for the code waits for it before he says
 * that all went well.
 */
async function leftForLater(): Promise<void> {
  // Timers come between the two.
  await setImmediate();
  await setImmediate();
}
