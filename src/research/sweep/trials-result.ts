import type { BacktestResult } from "../../engine/backtest-result.ts";
import { DEFAULT_SETTINGS } from "../../engine/run-settings.ts";
import { decimalsOf } from "../../market/currency-decimals.ts";
import { isTraded } from "../../market/instrument.ts";
import { checkInteger, parameterError } from "../../primitives/check.ts";
import { csvCell } from "../../primitives/csv-cell.ts";
import type { AnyParamValues } from "../../primitives/param.ts";
import { type Overfitting, overfittingOf } from "../overfitting/overfitting.ts";
import type { ParamChoice } from "../space/axis.ts";
import type { TrialParams } from "../space/param-space.ts";
import { rowWidth, type TrialTable } from "../trials/trial-table.ts";
import type { Confirmation } from "../trials/trial-job.ts";
import { TrialRunner } from "../trials/trial-runner.ts";
import type { ExperimentRunner } from "./experiment-runner.ts";
import { type Objective, rankTrials } from "./objective.ts";

/** Names of the columns that precede parameters and metrics in a table of trials. */
const RESERVED_COLUMNS: readonly string[] = ["rank", "trial"];

/** Returns the column names of parameters: their own names, or `params.rate` if `rate` is a metric, rank or trial. */
function paramColumnNames(params: readonly string[], metrics: readonly string[]): readonly string[] {
  const reserved = new Set([...RESERVED_COLUMNS, ...metrics]);
  return Object.freeze(params.map((name) => (reserved.has(name) ? `params.${name}` : name)));
}

/** One trial of a ranking. */
export interface RankedTrial {
  /** Rank of the trial; 1 for the best. */
  readonly rank: number;
  /** Number of the trial in the order of combinations, from 0. */
  readonly trial: number;
  readonly seed: number;
  readonly params: TrialParams;
  /** Value of the objective; NaN if missing. */
  readonly value: number;
  readonly metrics: Readonly<Record<string, number>>;
}

/** The trials of a sweep or a search, best first. The table is the same, byte for byte, with every executor. */
export class TrialsResult {
  readonly strategy: string;
  readonly objective: Objective;
  /** Names of the tried parameters. `metrics` has the names of the metrics. */
  readonly params: readonly string[];
  readonly metrics: readonly string[];
  /** Names of the columns of parameters: their own names, or `params.rate` if there is a metric `rate`. */
  readonly paramColumns: readonly string[];
  readonly length: number;
  readonly #experiment: ExperimentRunner;
  readonly #table: TrialTable;
  readonly #order: Uint32Array;
  #overfitting: Overfitting | undefined;
  #runner: TrialRunner | undefined;

  /**
   * How the best trial was repeated. `fresh-module`: in a new instance of the strategy's module. Modules that it imports are reloaded by
   * the command line only. `same-process`: with the same strategy object, because there was no source or it could not be reloaded.
   */
  readonly confirmed: Confirmation;

  constructor(experiment: ExperimentRunner, table: TrialTable, confirmed: Confirmation) {
    this.confirmed = confirmed;
    this.#experiment = experiment;
    this.#table = table;
    this.strategy = experiment.strategy.name;
    this.objective = experiment.objective;
    this.params = experiment.space.axes.map(({ name }) => name);
    this.metrics = experiment.job.metrics;
    this.paramColumns = paramColumnNames(this.params, this.metrics);
    this.length = table.length;
    this.#order = rankTrials(table.column(this.#place(this.objective.metric)), this.objective);
  }

  /** Returns the trial with a given rank; rank 1 is the best. */
  at(rank: number): RankedTrial {
    const trial = this.#order[checkInteger("rank", rank, 1, this.length) - 1]!;
    const { space } = this.#experiment;
    const row = this.#table.row(trial);
    const { seed } = this.#experiment.spec(trial, {});
    const metrics = Object.fromEntries(this.metrics.map((name, i) => [name, row[this.params.length + i]!]));
    const params = space.decode(row);
    return Object.freeze({ rank, trial, seed, params, value: metrics[this.objective.metric]!, metrics });
  }

  get best(): RankedTrial {
    return this.at(1);
  }

  /** Returns the best `count` trials. */
  top(count: number): readonly RankedTrial[] {
    return Array.from({ length: Math.min(count, this.length) }, (_, i) => this.at(i + 1));
  }

  /** Returns the column of a parameter, as encoded numbers, or of a metric, from the best trial to the worst. */
  column(name: string): Float64Array {
    const place = this.#place(name);
    return Float64Array.from(this.#order, (trial) => this.#table.at(trial, place));
  }

  /** Runs a trial again and returns its full result, since the table has no equity curves, fills or trades. */
  run(rank = 1): BacktestResult {
    const { strategy, data, job } = this.#experiment;
    const { trial, seed, params } = this.at(rank);
    this.#runner ??= new TrialRunner(strategy, data, job);
    return this.#runner.run({ trial, seed, params: params as AnyParamValues });
  }

  /** Decimals of amounts in the account's currency. */
  get currencyDecimals(): number {
    const { data, job } = this.#experiment;
    const traded = data.series.flatMap(({ instrument }) =>
      isTraded(instrument) && job.symbols.includes(instrument.symbol) ? instrument : [],
    );
    return decimalsOf(job.settings.currency ?? DEFAULT_SETTINGS.currency, traded);
  }

  /** Measures of overfitting of the best trial. */
  get overfitting(): Overfitting {
    return (this.#overfitting ??= overfittingOf(this.partSums(), this.run().performance, this.best.trial));
  }

  /** Returns the count, sum and sum of squares of returns for each trial and each part of the sessions. */
  partSums(): { readonly trials: number; readonly parts: number; readonly values: Float64Array } {
    const { job } = this.#experiment;
    const from = this.params.length + job.metrics.length;
    const width = rowWidth(job) - job.metrics.length;
    const values = new Float64Array(this.length * width);
    for (let trial = 0; trial < this.length; trial++) values.set(this.#table.row(trial).subarray(from), trial * width);
    return { trials: this.length, parts: width / 3, values };
  }

  /** SHA-256 of all numbers in the table. */
  get checksum(): string {
    return this.#table.checksum();
  }

  /** Yields the table as CSV, best trial first. Missing numbers are empty cells. */
  *csv(): Generator<string, void, undefined> {
    yield `${["rank", "trial", ...this.paramColumns, ...this.metrics].map(csvCell).join(",")}\n`;
    for (let rank = 1; rank <= this.length; rank++) {
      const { trial, params, metrics } = this.at(rank);
      const cells = [...this.params.map((name) => params[name]!), ...this.metrics.map((name) => metrics[name]!)];
      yield `${[rank, trial, ...cells].map(csvCell).join(",")}\n`;
    }
  }

  #place(name: string): number {
    const names = [...this.paramColumns, ...this.metrics];
    const place = names.indexOf(name);
    if (place >= 0) return place;
    throw parameterError("column", `one of ${names.join(", ")}`, name);
  }
}

/** Runs the trials of an experiment, repeats some of them to verify them, and closes executor and journal. */
export async function runExperiment(
  experiment: ExperimentRunner,
  run: (table: TrialTable) => Promise<void>,
  journal?: { close(): Promise<void> },
): Promise<TrialsResult> {
  const table = experiment.table();
  try {
    await experiment.open();
    await run(table);
    return new TrialsResult(experiment, table, await experiment.confirm(table));
  } finally {
    await journal?.close();
    await experiment.close();
  }
}

/** A column of a table of trials; missing numbers are NaN. */
export type TrialColumn = Int32Array | Float64Array | readonly ParamChoice[];

/** Returns the table of a sweep or a search as columns, best trial first: `rank`, `trial`, the parameters as tried, then the metrics. */
export function trialColumns(result: TrialsResult): ReadonlyMap<string, TrialColumn> {
  const trials = result.top(result.length);
  const columns = new Map<string, TrialColumn>([
    ["rank", Int32Array.from(trials, ({ rank }) => rank)],
    ["trial", Int32Array.from(trials, ({ trial }) => trial)],
  ]);
  for (const [i, name] of result.params.entries())
    columns.set(
      result.paramColumns[i]!,
      trials.map(({ params }) => params[name]!),
    );
  for (const name of result.metrics) columns.set(name, result.column(name));
  return columns;
}
