import { parameterError } from "../primitives/check.ts";
import { type Column, columnOf } from "../primitives/column.ts";
import type { Performance } from "./performance.ts";

/**
 * What a number is, so that a report knows how to show it: a share of one (0.01 is one percent), a plain ratio, account
 * currency, a whole number, or milliseconds.
 */
export type MetricUnit = "fraction" | "ratio" | "money" | "count" | "duration";

/** The groups of a summary, in the order in which they are shown. */
export const METRIC_GROUPS = ["return", "risk", "ratio", "benchmark", "trade", "cost"] as const;
export type MetricGroup = (typeof METRIC_GROUPS)[number];

/** Which of two values a trader would rather have; `neither` for what only describes. A drawdown of -0.1 is higher than one of -0.3. */
export type MetricPreference = "higher" | "lower" | "neither";

/** What a metric says about itself; CLI, reports and docs show it as it stands here. */
export interface MetricDescription {
  /** The name in summaries and on the command line. */
  readonly name: string;
  readonly title: string;
  readonly group: MetricGroup;
  /** In plain text, one line. */
  readonly formula: string;
  /** The choices behind the formula, and when the number is missing. */
  readonly convention: string;
  readonly better: MetricPreference;
  /** Who published it first, or most clearly; left out for common knowledge. */
  readonly source?: string;
}

/** A run whose metrics can be computed, such as the result of a backtest. */
export interface MeasuredRun {
  readonly performance: Performance;
}

/** One number about a run, and a function that computes it: `metrics.averageMae(result)`. */
export interface Metric extends MetricDescription {
  (run: MeasuredRun): number;
  readonly kind: "number";
  readonly unit: MetricUnit;
  /**
   * Whether it stands in the summary of every run. What takes more than a look at equity and trades (percentiles, the benchmark, the bars
   * inside a trade, positions by session) is computed when a report or a caller asks for it: `metric(result)`.
   */
  readonly inSummary: boolean;
  /** A finite number, or NaN where there is none. */
  compute(performance: Performance): number;
}

/** One row of a table: numbers by name. */
export type MetricRow = Readonly<Record<string, number>>;

/** A table about a run, such as its monthly returns, and a function that computes it. */
export interface MetricTable<Row extends MetricRow = MetricRow> extends MetricDescription {
  (run: MeasuredRun): readonly Row[];
  readonly kind: "table";
  /** Units by column, in the order of the columns; `label` for what is shown as it is, such as a year. */
  readonly units: Readonly<Record<keyof Row, MetricUnit | "label">>;
  compute(performance: Performance): readonly Row[];
}

/** The arguments of a function of columns, as users may give them: a list of numbers is as good as a column. */
type ListArguments<Arguments extends readonly unknown[]> = {
  readonly [K in keyof Arguments]: Arguments[K] extends Column | Int32Array | undefined
    ? Arguments[K] | readonly number[]
    : Arguments[K];
};

/** A metric that also computes from columns. */
export interface ColumnMetric<Arguments extends readonly unknown[]> extends Metric {
  (...columns: ListArguments<Arguments>): number;
}

/** A table that also computes from columns. */
export interface ColumnMetricTable<
  Row extends MetricRow,
  Arguments extends readonly unknown[],
> extends MetricTable<Row> {
  (...columns: ListArguments<Arguments>): readonly Row[];
}

/** What a metric does when it is called, for `defineMetric`. */
interface Callable<Arguments extends readonly unknown[], Answer> {
  /** Computes the same from columns and numbers alone. */
  call(...columns: Arguments): Answer;
}

type MetricDefinition = Omit<Metric, "kind" | "inSummary"> & { readonly inSummary?: boolean };

/**
 * Makes a metric. A number too large to be held counts as missing, so that no metric is ever infinite.
 *
 * The metric is a function of the result of a run. With `call` it is one of columns too, such as `metrics.sharpe(returns, 0, 252)`: a list of numbers counts as
 * a column. Anything else throws PARAMETER_OUT_OF_RANGE.
 *
 * Another convention for the same number is the same metric with another formula, convention and compute:
 * `defineMetric({ ...metrics.sharpe, formula, convention, compute })`.
 *
 * @example
 * const records = defineMetric({
 *   name: "records",
 *   title: "Records",
 *   group: "return",
 *   unit: "count",
 *   formula: "number of records of equity",
 *   convention: "0 for a run without bars.",
 *   better: "neither",
 *   compute: ({ equity }) => equity.length,
 * });
 */
export function defineMetric<const Arguments extends readonly unknown[]>(
  metric: MetricDefinition & Callable<Arguments, number>,
): ColumnMetric<Arguments>;
export function defineMetric(metric: MetricDefinition): Metric;
/*@__NO_SIDE_EFFECTS__*/
export function defineMetric(metric: MetricDefinition & Partial<Callable<unknown[], number>>): Metric {
  const compute = (performance: Performance): number => {
    const value = metric.compute(performance);
    return Number.isFinite(value) ? value + 0 : NaN; // adding 0 takes the sign off a zero
  };
  const { call, ...members } = metric;
  return callable<Metric>({ inSummary: true, ...members, kind: "number", compute }, call);
}

/** Makes a metric that is a table. */
export function defineMetricTable<Row extends MetricRow, const Arguments extends readonly unknown[]>(
  table: Omit<MetricTable<Row>, "kind"> & Callable<Arguments, readonly Row[]>,
): ColumnMetricTable<Row, Arguments>;
export function defineMetricTable<Row extends MetricRow>(table: Omit<MetricTable<Row>, "kind">): MetricTable<Row>;
/*@__NO_SIDE_EFFECTS__*/
export function defineMetricTable<Row extends MetricRow>(
  table: Omit<MetricTable<Row>, "kind"> & Partial<Callable<unknown[], readonly Row[]>>,
): MetricTable<Row> {
  const { call, ...members } = table;
  return callable<MetricTable<Row>>({ ...members, kind: "table" }, call);
}

/** The members of a definition on a function of runs, and of columns where `call` computes from them. */
function callable<M extends Metric | MetricTable>(
  members: Pick<M, keyof M>,
  call?: (...columns: unknown[]) => unknown,
): M {
  const called = (...given: unknown[]): unknown => {
    const performance = (given[0] as Partial<MeasuredRun> | undefined)?.performance;
    if (performance !== undefined) return members.compute(performance);
    if (call === undefined) throw parameterError(`argument 1 of ${members.name}`, "the result of a run", given[0]);
    const columns = given.map((value, i) =>
      Array.isArray(value) ? columnOf(`argument ${i + 1} of ${members.name}`, value) : value,
    );
    return call(...columns);
  };
  // A function has a name already, which cannot be assigned, and JSON leaves functions out.
  const described = { ...Object.getOwnPropertyDescriptors(members), toJSON: { value: () => members } };
  return Object.freeze(Object.defineProperties(called, described)) as unknown as M;
}
