import type { MetricColumn, ParamColumn, SweepPayload } from "../../../report/research/sweep-payload.ts";
import { unpack } from "../../report/unpack.ts";

/** A metric of all trials, ready to draw. */
export interface TrialMetric extends Omit<MetricColumn, "values"> {
  readonly values: Float64Array;
}

/** The trials of a page, as columns in the order of their ranks. */
export interface Trials {
  readonly length: number;
  readonly ranks: Float64Array;
  readonly seeds: Float64Array;
  readonly axes: readonly ParamColumn[];
  readonly metrics: readonly TrialMetric[];
  readonly objective: TrialMetric;
  /** Whether a low value of the metric is the better one. */
  readonly lowIsBetter: (metric: TrialMetric) => boolean;
}

/** What a table and the lines show first, besides the objective. */
const FIRST = ["total-return", "cagr", "sharpe", "max-drawdown", "trades"];

export function trialsOf(payload: SweepPayload): Trials {
  const ranks = unpack(payload.ranks);
  const order = [payload.objective, ...FIRST];
  const place = ({ name }: MetricColumn) => (order.includes(name) ? order.indexOf(name) : order.length);
  const metrics = payload.metrics
    .map((metric) => ({ ...metric, values: unpack(metric.values) }))
    .toSorted((a, b) => place(a as never) - place(b as never));
  return {
    length: ranks.length,
    ranks,
    seeds: unpack(payload.seeds),
    axes: payload.axes,
    metrics,
    objective: metrics[0]!,
    lowIsBetter: ({ name, better }) => (name === payload.objective ? payload.lowest : better === "lower"),
  };
}

/** The metrics that lines and the first columns show. */
export function mainMetrics({ metrics, objective }: Trials): readonly TrialMetric[] {
  return metrics.filter(({ name }) => name === objective.name || FIRST.includes(name));
}
