import type { AnyStrategy } from "../../engine/strategy.ts";
import type { MarketData } from "../../market/market-data.ts";
import type { TrialJob } from "../trials/trial-job.ts";
import { TrialRunner } from "../trials/trial-runner.ts";

/** Jobs whose prepared data are kept: a walk-forward goes from one to the next. */
const KEPT = 3;

/** The runners of the last jobs. */
export class RunnerCache {
  readonly #runners = new Map<string, TrialRunner>();

  of(job: TrialJob, strategy: AnyStrategy, data: MarketData): TrialRunner {
    const runner = this.#runners.get(job.id) ?? new TrialRunner(strategy, data, job);
    this.#runners.delete(job.id);
    this.#runners.set(job.id, runner);
    if (this.#runners.size > KEPT) this.#runners.delete(this.#runners.keys().next().value!);
    return runner;
  }

  clear(): void {
    this.#runners.clear();
  }
}
