import type { GivenSettings } from "../../engine/run-settings.ts";
import type { OptionNames } from "../../primitives/check-options.ts";
import type { Executor } from "../executors/executor.ts";
import type { AnyStrategy } from "../../engine/strategy.ts";
import type { ConstraintOf, SpaceOf } from "../space/param-space.ts";
import type { Sampling } from "../space/sampling.ts";
import type { StrategySource } from "../trials/trial-job.ts";
import type { ObjectiveOption } from "./objective.ts";

/** Progress of an experiment. */
export interface TrialProgress {
  /** Completed trials, including those of a resumed journal. */
  readonly done: number;
  /** Total number of trials; NaN if unknown. */
  readonly total: number;
  /** Trials that ran in this process, for computing a rate. */
  readonly ran: number;
}

/** Options of all experiments; the strategy's type determines the type of its parameters. */
export interface ExperimentOptions<S extends AnyStrategy = AnyStrategy> {
  /** Values to try, by parameter. */
  readonly params: SpaceOf<S>;
  /** Excludes points in addition to the strategy's own constraint. */
  readonly constraint?: ConstraintOf<S>;
  /** Metric to optimize; `sharpe` by default. */
  readonly objective?: ObjectiveOption;
  /** Settings of every run. Each trial replaces `seed` by its own. */
  readonly settings?: GivenSettings;
  readonly symbols?: readonly string[];
  /** Metrics of the table; by default the metrics that every summary has. */
  readonly metrics?: readonly string[];
  /** Seed of samplings, searches and trials; 1 by default. */
  readonly seed?: number;
  /** Executor of the trials; this thread by default. An executor passed here is not closed. */
  readonly executor?: Executor;
  /** Module of the strategy; workers need it. */
  readonly source?: StrategySource;
  readonly onProgress?: (progress: TrialProgress) => void;
  readonly signal?: AbortSignal;
}

export interface SweepOptions<S extends AnyStrategy = AnyStrategy> extends ExperimentOptions<S> {
  /** Points to try; all by default. */
  readonly sampling?: Sampling;
  /** File to which completed trials are appended. Trials of the same experiment that it contains do not run again. */
  readonly journal?: string;
}

/** Names of the options of all experiments. */
export const EXPERIMENT_OPTIONS: OptionNames<ExperimentOptions> = {
  params: true,
  constraint: true,
  objective: true,
  settings: true,
  symbols: true,
  metrics: true,
  seed: true,
  executor: true,
  source: true,
  onProgress: true,
  signal: true,
};

/** Names of the options of a sweep. */
export const SWEEP_OPTIONS: OptionNames<SweepOptions> = { ...EXPERIMENT_OPTIONS, sampling: true, journal: true };
