import type { GivenSettings } from "../../engine/run-settings.ts";
import type { OptionNames } from "../../primitives/check-options.ts";
import type { Executor } from "../executors/executor.ts";
import type { AnyStrategy } from "../../engine/strategy.ts";
import type { ConstraintOf, SpaceOf } from "../space/param-space.ts";
import type { Sampling } from "../space/sampling.ts";
import type { StrategySource } from "../trials/trial-job.ts";
import type { ObjectiveOption } from "./objective.ts";

/** How far an experiment has come. */
export interface TrialProgress {
  /** Trials that have run, those of a resumed journal included. */
  readonly done: number;
  /** Trials in all; NaN where that is not known. */
  readonly total: number;
  /** Trials that have run now: what a rate is computed from. */
  readonly ran: number;
}

/** What all experiments with many runs have in common; with the type of a strategy, its parameters alone. */
export interface ExperimentOptions<S extends AnyStrategy = AnyStrategy> {
  /** The values to try, by parameter. */
  readonly params: SpaceOf<S>;
  /** Refuses points besides those that the strategy's own constraint refuses. */
  readonly constraint?: ConstraintOf<S>;
  /** `sharpe` by default. */
  readonly objective?: ObjectiveOption;
  /** Settings of every run. Their seed is replaced by one of the trial. */
  readonly settings?: GivenSettings;
  readonly symbols?: readonly string[];
  /** Metrics of the table; those of every summary by default. */
  readonly metrics?: readonly string[];
  /** Seed of samplings, searches and trials; 1 by default. */
  readonly seed?: number;
  /** Who runs the trials; this thread by default. One that is given stays open. */
  readonly executor?: Executor;
  /** Where the strategy's module is, which workers need. */
  readonly source?: StrategySource;
  readonly onProgress?: (progress: TrialProgress) => void;
  readonly signal?: AbortSignal;
}

export interface SweepOptions<S extends AnyStrategy = AnyStrategy> extends ExperimentOptions<S> {
  /** All points by default. */
  readonly sampling?: Sampling;
  /** A file to which each trial is added when it and those that were handed out with it have run. Where it holds trials of the same experiment, they are not run again. */
  readonly journal?: string;
}

/** The names of what all experiments have in common. */
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

/** The names of what a sweep has. */
export const SWEEP_OPTIONS: OptionNames<SweepOptions> = { ...EXPERIMENT_OPTIONS, sampling: true, journal: true };
