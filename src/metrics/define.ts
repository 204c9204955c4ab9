import { parameterError } from "../primitives/check.ts";
import { type Column, toColumn } from "../primitives/column.ts";
import type { Performance } from "./performance.ts";

/**
 * Unit of a metric, which determines how reports format it: a fraction (0.01 is one percent), a plain ratio, money in
 * account currency, a whole number, or a duration in milliseconds.
 */
export type MetricUnit = "fraction" | "ratio" | "money" | "count" | "duration";

/** Groups of a summary, in display order. */
export const METRIC_GROUPS = ["return", "risk", "ratio", "benchmark", "trade", "cost"] as const;
export type MetricGroup = (typeof METRIC_GROUPS)[number];

/** Whether higher or lower values of a metric are better, or neither. A drawdown of -0.1 is higher than a drawdown of -0.3. */
export type MetricPreference = "higher" | "lower" | "neither";

/** Description of a metric that the command line, reports and docs show. */
export interface MetricDescription<Name extends string = string> {
  /** Name in summaries and on the command line. */
  readonly name: Name;
  readonly title: string;
  readonly group: MetricGroup;
  /** Formula as plain text, in one line. */
  readonly formula: string;
  /** What the formula leaves open, such as the kind of deviation, and when the value is missing. */
  readonly convention: string;
  readonly better: MetricPreference;
  /** The first or clearest publication of the metric; omitted for common knowledge. */
  readonly source?: string;
}

/** A run for which metrics are computed, such as the result of a backtest. */
export interface MeasuredRun {
  readonly performance: Performance;
}

/** A number that describes a run, and the function that computes it: `metrics.averageMae(result)`. */
export interface Metric<
  Name extends string = string,
  InSummary extends boolean = boolean,
> extends MetricDescription<Name> {
  (run: MeasuredRun): number;
  readonly kind: "number";
  readonly unit: MetricUnit;
  /**
   * Whether the summary of every run includes the metric. Metrics that need more than equity and trades (percentiles, the benchmark, bars
   * inside a trade, positions by session) are computed on demand: `metric(result)`.
   */
  readonly inSummary: InSummary;
  /** Computes the metric: a finite number, or NaN if the value is missing. */
  compute(performance: Performance): number;
}

/** A row of a table: numbers by column name. */
export type MetricRow = Readonly<Record<string, number>>;

/** A table that describes a run, such as its monthly returns, and the function that computes the table. */
export interface MetricTable<Row extends MetricRow = MetricRow> extends MetricDescription {
  (run: MeasuredRun): readonly Row[];
  readonly kind: "table";
  /** Unit of each column, in the order of columns. `label` is for values that are shown unformatted, such as a year. */
  readonly units: Readonly<Record<keyof Row, MetricUnit | "label">>;
  compute(performance: Performance): readonly Row[];
}

/** Arguments of a function of columns, each of which may also be a list of numbers. */
type ListArguments<Arguments extends readonly unknown[]> = {
  readonly [K in keyof Arguments]: Arguments[K] extends Column | Int32Array | undefined
    ? Arguments[K] | readonly number[]
    : Arguments[K];
};

/** A metric that can also be called with columns instead of a run. */
export interface ColumnMetric<
  Arguments extends readonly unknown[],
  Name extends string = string,
  InSummary extends boolean = boolean,
> extends Metric<Name, InSummary> {
  (...columns: ListArguments<Arguments>): number;
}

/** A metric table that can also be called with columns instead of a run. */
export interface ColumnMetricTable<
  Row extends MetricRow,
  Arguments extends readonly unknown[],
> extends MetricTable<Row> {
  (...columns: ListArguments<Arguments>): readonly Row[];
}

/** Definition of a metric that can be called with columns. */
interface Callable<Arguments extends readonly unknown[], Answer> {
  /** Computes the metric from columns and numbers. */
  call(...columns: Arguments): Answer;
}

/** Fields of a metric that its author gives. A metric is in the summary unless `inSummary` is false. */
interface MetricDefinition<Name extends string, InSummary extends boolean> extends Omit<
  Metric,
  "kind" | "name" | "inSummary"
> {
  readonly name: Name;
  readonly inSummary?: InSummary;
}

/**
 * Creates a metric. Infinite values count as missing.
 *
 * The metric is a function of the result of a run. With `call` it is also a function of columns or lists of numbers, such as
 * `metrics.sharpe(returns, 0, 252)`. Other arguments throw `PARAMETER_OUT_OF_RANGE`.
 *
 * To use another convention, replace the formula, convention and compute of a metric:
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
export function defineMetric<
  const Arguments extends readonly unknown[],
  const Name extends string,
  InSummary extends boolean = true,
>(metric: MetricDefinition<Name, InSummary> & Callable<Arguments, number>): ColumnMetric<Arguments, Name, InSummary>;
export function defineMetric<const Name extends string, InSummary extends boolean = true>(
  metric: MetricDefinition<Name, InSummary>,
): Metric<Name, InSummary>;
/*@__NO_SIDE_EFFECTS__*/
export function defineMetric(metric: MetricDefinition<string, boolean> & Partial<Callable<unknown[], number>>): Metric {
  const compute = (performance: Performance): number => {
    const value = metric.compute(performance);
    return Number.isFinite(value) ? value + 0 : NaN; // Adding 0 turns -0 into 0.
  };
  const { call, ...members } = metric;
  return callable<Metric>({ inSummary: true, ...members, kind: "number", compute }, call);
}

/** Creates a metric that is a table. */
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

/** Creates the function of a metric, which accepts a run or, with `call`, columns. The fields of the definition become its properties. */
function callable<M extends Metric | MetricTable>(
  members: Pick<M, keyof M>,
  call?: (...columns: unknown[]) => unknown,
): M {
  const called = (...given: unknown[]): unknown => {
    const performance = (given[0] as Partial<MeasuredRun> | undefined)?.performance;
    if (performance !== undefined) return members.compute(performance);
    if (call === undefined) throw parameterError(`argument 1 of ${members.name}`, "the result of a run", given[0]);
    const columns = given.map((value, i) =>
      Array.isArray(value) ? toColumn(`argument ${i + 1} of ${members.name}`, value) : value,
    );
    return call(...columns);
  };
  // Only property descriptors can overwrite the read-only `name` of a function. JSON omits functions unless they have `toJSON`.
  const described = { ...Object.getOwnPropertyDescriptors(members), toJSON: { value: () => members } };
  return Object.freeze(Object.defineProperties(called, described)) as unknown as M;
}
