import type { AnyStrategy } from "../../engine/strategy.ts";
import type { MarketData } from "../../market/market-data.ts";
import type { ChunkResult, TrialChunk, TrialJob } from "../trials/trial-job.ts";
import { TrialRunner } from "../trials/trial-runner.ts";
import { type LoadedStrategy, loadStrategy, withPartFunctions } from "./load-strategy.ts";
import { setImmediate } from "node:timers/promises";

/** Maximum number of jobs whose prepared data are kept. A walk-forward runs one job after another. */
const MAX_RUNNERS = 3;

interface ChunkOptions {
  /** URL of the module whose `importModule` loads strategies in TypeScript. */
  readonly loader?: string | undefined;
  /** Called with the index of each trial before the trial runs. */
  readonly onTrial?: ((place: number) => void) | undefined;
}

/** Keeps the runners of the most recent jobs. */
export class RunnerCache {
  readonly #runners = new Map<string, TrialRunner>();

  /** Runs the trials of a chunk, and waits for errors that the strategy throws later. */
  async run(
    { job, trials, fresh }: TrialChunk,
    strategy: AnyStrategy,
    data: MarketData,
    { loader, onTrial }: ChunkOptions = {},
  ): Promise<ChunkResult> {
    const reloaded = fresh === true ? await freshStrategy(job, loader) : undefined;
    const runner = fresh === true ? freshRunner(reloaded, strategy, data, job) : this.#runnerFor(job, strategy, data);
    const rows = runner.rows(trials, onTrial);
    await settlePending();
    if (fresh !== true) return { trials, rows };
    return { trials, rows, how: reloaded === undefined ? "same-process" : "fresh-module" };
  }

  clear(): void {
    this.#runners.clear();
  }

  #runnerFor(job: TrialJob, strategy: AnyStrategy, data: MarketData): TrialRunner {
    const runner = this.#runners.get(job.id) ?? new TrialRunner(strategy, data, job);
    this.#runners.delete(job.id);
    this.#runners.set(job.id, runner);
    if (this.#runners.size > MAX_RUNNERS) this.#runners.delete(this.#runners.keys().next().value!);
    return runner;
  }
}

/** Creates a runner for a reloaded strategy, without state that earlier trials left in it or in custom model parts. */
function freshRunner(
  reloaded: LoadedStrategy | undefined,
  strategy: AnyStrategy,
  data: MarketData,
  job: TrialJob,
): TrialRunner {
  return reloaded === undefined
    ? new TrialRunner(strategy, data, job)
    : new TrialRunner(reloaded.strategy, data, withPartFunctions(job, reloaded));
}

/**
 * Loads the strategy from a new instance of its module. Returns undefined without a source, or if the source cannot be loaded here or has
 * changed.
 */
async function freshStrategy(
  { strategy, source }: TrialJob,
  loader: string | undefined,
): Promise<LoadedStrategy | undefined> {
  if (source === undefined) return undefined;
  return loadStrategy(strategy, source, loader, true).catch(() => undefined);
}

/** Waits for errors of promises and due timers that a strategy left behind, before its run counts as successful. */
async function settlePending(): Promise<void> {
  // Timers that are due run between the two calls of setImmediate.
  await setImmediate();
  await setImmediate();
}
