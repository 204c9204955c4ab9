import type { BacktestResult } from "../../engine/backtest-result.ts";
import { DEFAULT_SETTINGS } from "../../engine/run-settings.ts";
import { decimalsOf } from "../../market/currency-decimals.ts";
import { checkInteger, parameterError } from "../../primitives/check.ts";
import { csvCell } from "../../primitives/csv-cell.ts";
import type { AnyParamValues } from "../../primitives/param.ts";
import { type Overfitting, overfittingOf } from "../overfitting/overfitting.ts";
import type { ParamChoice } from "../space/axis.ts";
import type { TrialParams } from "../space/param-space.ts";
import { rowWidth, type TrialTable } from "../trials/trial-table.ts";
import type { Confirmation } from "../trials/trial-job.ts";
import { TrialRunner } from "../trials/trial-runner.ts";
import type { Laboratory } from "./laboratory.ts";
import { type Objective, rankedBy } from "./objective.ts";

/** What a table of trials has besides parameters and metrics. */
const PLACES: readonly string[] = ["rank", "trial"];

/** What the columns of parameters are called: as they are, but `params.rate` for one that shares its name with a metric, the rank or the trial. */
function paramColumnNames(params: readonly string[], metrics: readonly string[]): readonly string[] {
  const taken = new Set([...PLACES, ...metrics]);
  return Object.freeze(params.map((name) => (taken.has(name) ? `params.${name}` : name)));
}

/** One trial as its row tells it. */
export interface RankedTrial {
  /** Place in the ranking: 1 for the best. */
  readonly rank: number;
  /** Number in the order in which points were tried, from 0. */
  readonly trial: number;
  readonly seed: number;
  readonly params: TrialParams;
  /** The objective; NaN where it is missing. */
  readonly value: number;
  readonly metrics: Readonly<Record<string, number>>;
}

/** The trials of a sweep or a search, from the best to the worst. The same, byte for byte, whoever ran them. */
export class TrialsResult {
  readonly strategy: string;
  readonly objective: Objective;
  /** Names of the parameters that were tried, and of the metrics. */
  readonly params: readonly string[];
  readonly metrics: readonly string[];
  /** Names of the columns of parameters: their own, but `params.rate` where a metric is called `rate`, too. */
  readonly paramColumns: readonly string[];
  readonly length: number;
  readonly #laboratory: Laboratory;
  readonly #table: TrialTable;
  readonly #order: Uint32Array;
  #overfitting: Overfitting | undefined;
  #runner: TrialRunner | undefined;

  /**
   * How the best trial was run again: `fresh-module`, in a new instance of the strategy's module, or `same-process`, where no source says which that is
   * or it cannot be loaded again. In a `fresh-module` the modules that it imports keep their variables, unless the command line loaded it.
   */
  readonly confirmed: Confirmation;

  constructor(laboratory: Laboratory, table: TrialTable, confirmed: Confirmation) {
    this.confirmed = confirmed;
    this.#laboratory = laboratory;
    this.#table = table;
    this.strategy = laboratory.strategy.name;
    this.objective = laboratory.objective;
    this.params = laboratory.space.axes.map(({ name }) => name);
    this.metrics = laboratory.job.metrics;
    this.paramColumns = paramColumnNames(this.params, this.metrics);
    this.length = table.length;
    this.#order = rankedBy(table.column(this.#place(this.objective.metric)), this.objective);
  }

  /** The trial at a place of the ranking: 1 for the best, as in every table. */
  at(rank: number): RankedTrial {
    const trial = this.#order[checkInteger("rank", rank, 1, this.length) - 1]!;
    const { space } = this.#laboratory;
    const row = this.#table.row(trial);
    const { seed } = this.#laboratory.spec(trial, {});
    const metrics = Object.fromEntries(this.metrics.map((name, i) => [name, row[this.params.length + i]!]));
    const params = space.decode(row);
    return Object.freeze({ rank, trial, seed, params, value: metrics[this.objective.metric]!, metrics });
  }

  get best(): RankedTrial {
    return this.at(1);
  }

  /** The first trials of the ranking. */
  top(count: number): readonly RankedTrial[] {
    return Array.from({ length: Math.min(count, this.length) }, (_, i) => this.at(i + 1));
  }

  /** A parameter, by the name of its column and as the numbers that stand for it, or a metric, from the best trial to the worst. */
  column(name: string): Float64Array {
    const place = this.#place(name);
    return Float64Array.from(this.#order, (trial) => this.#table.at(trial, place));
  }

  /** The whole run of a trial, run again: its curve, fills and trades are kept for none. */
  run(rank = 1): BacktestResult {
    const { strategy, data, job } = this.#laboratory;
    const { trial, seed, params } = this.at(rank);
    this.#runner ??= new TrialRunner(strategy, data, job);
    return this.#runner.run({ trial, seed, params: params as AnyParamValues });
  }

  /** Decimals of money in the account's currency. */
  get currencyDecimals(): number {
    const { data, job } = this.#laboratory;
    const traded = data.series.flatMap(({ instrument }) => (job.symbols.includes(instrument.symbol) ? instrument : []));
    return decimalsOf(job.settings.currency ?? DEFAULT_SETTINGS.currency, traded);
  }

  /** How likely it is that the best trial was luck. */
  get overfitting(): Overfitting {
    return (this.#overfitting ??= overfittingOf(this.partSums(), this.run().performance, this.best.trial));
  }

  /** Sums of returns of the parts of the sessions: for each trial, in the order of trials, count, sum and sum of squares of each part. */
  partSums(): { readonly trials: number; readonly parts: number; readonly values: Float64Array } {
    const { job } = this.#laboratory;
    const from = this.params.length + job.metrics.length;
    const width = rowWidth(job) - job.metrics.length;
    const values = new Float64Array(this.length * width);
    for (let trial = 0; trial < this.length; trial++) values.set(this.#table.row(trial).subarray(from), trial * width);
    return { trials: this.length, parts: width / 3, values };
  }

  /** SHA-256 over all numbers of the table. */
  get checksum(): string {
    return this.#table.checksum();
  }

  /** The whole table as CSV, in the order of the ranking; a missing number is an empty cell. */
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

/** Runs trials in a laboratory, repeats those that tell most, and closes what is open, the journal too. */
export async function ranTrials(
  laboratory: Laboratory,
  run: (table: TrialTable) => Promise<void>,
  journal?: { close(): Promise<void> },
): Promise<TrialsResult> {
  const table = laboratory.table();
  try {
    await laboratory.open();
    await run(table);
    return new TrialsResult(laboratory, table, await laboratory.confirm(table));
  } finally {
    await journal?.close();
    await laboratory.close();
  }
}

/** A column of a table of trials; a missing number is NaN. */
export type TrialColumn = Int32Array | Float64Array | readonly ParamChoice[];

/**
 * The whole table of a sweep or a search in columns, in the order of the ranking: `rank`, `trial`, the parameters as they were tried, then
 * the metrics.
 */
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
