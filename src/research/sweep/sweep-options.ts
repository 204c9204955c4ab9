import type { SettingsInput } from "../../engine/run-settings.ts";
import type { OptionNames } from "../../primitives/check-options.ts";
import type { Executor } from "../executors/executor.ts";
import type { AnyStrategy } from "../../engine/strategy.ts";
import type { ConstraintOf, SpaceOf } from "../space/param-space.ts";
import type { Sampling } from "../space/sampling.ts";
import type { StrategySource } from "../trials/trial-job.ts";
import type { ObjectiveOption } from "./objective.ts";

/** Progress of an experiment. */
export interface TrialProgress {
  /** Number of completed trials, including those of a resumed journal. */
  readonly done: number;
  /** Total number of trials; NaN if unknown. */
  readonly total: number;
  /** Number of trials that ran in this call, from which a rate can be computed. */
  readonly ran: number;
}

/** Options of every experiment. The strategy's type determines the types of the parameters. */
export interface ExperimentOptions<S extends AnyStrategy = AnyStrategy> {
  /** Values to try for each parameter, by name. */
  readonly params: SpaceOf<S>;
  /** Function that excludes combinations, in addition to the strategy's own constraint. */
  readonly constraint?: ConstraintOf<S>;
  /** Metric to optimize; `sharpe` by default. */
  readonly objective?: ObjectiveOption;
  /** Settings of every run. Each trial replaces `seed` by its own. */
  readonly settings?: SettingsInput;
  readonly symbols?: readonly string[];
  /** Metrics of the table. Default: the metrics of a run's summary. */
  readonly metrics?: readonly string[];
  /** Seed of samples, searches and trials. Default: 1. */
  readonly seed?: number;
  /** Executor of the trials. By default they run in this thread. The experiment does not close an executor passed here. */
  readonly executor?: Executor;
  /** File of the strategy, from which worker threads and other machines load it. */
  readonly source?: StrategySource;
  readonly onProgress?: (progress: TrialProgress) => void;
  readonly signal?: AbortSignal;
}

export interface SweepOptions<S extends AnyStrategy = AnyStrategy> extends ExperimentOptions<S> {
  /** Combinations to try. Default: all. */
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
