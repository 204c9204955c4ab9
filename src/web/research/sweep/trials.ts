import type { MetricColumn, ParamColumn, SweepPayload } from "../../../report/research/sweep-payload.ts";
import { unpack } from "../../report/unpack.ts";

/** A metric with its values of all trials, unpacked from the page's payload. */
export interface TrialMetric extends Omit<MetricColumn, "values"> {
  readonly values: Float64Array;
}

/** The trials of a page as columns, best trial first. */
export interface Trials {
  readonly length: number;
  readonly ranks: Float64Array;
  readonly seeds: Float64Array;
  readonly axes: readonly ParamColumn[];
  readonly metrics: readonly TrialMetric[];
  readonly objective: TrialMetric;
  /** Whether a low value of the metric is better. */
  readonly lowIsBetter: (metric: TrialMetric) => boolean;
}

/** Metrics that the page shows first, after the metric that the sweep optimizes. */
const MAIN_METRICS = ["total-return", "cagr", "sharpe", "max-drawdown", "trades"];

export function trialsOf(payload: SweepPayload): Trials {
  const ranks = unpack(payload.ranks);
  const order = [payload.objective, ...MAIN_METRICS];
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

/** Returns the metric that the sweep optimizes, and the main metrics. */
export function mainMetrics({ metrics, objective }: Trials): readonly TrialMetric[] {
  return metrics.filter(({ name }) => name === objective.name || MAIN_METRICS.includes(name));
}
