import { defineMetric, type Metric, type MetricUnit } from "../define.ts";
import type { Performance } from "../performance.ts";

/** Metrics with the formulas of another engine, by Hindcast's metric names. */
export type MetricPreset = Readonly<Record<string, Metric>>;

/** Returns a metric with another formula. Keeps the name, the title and, by default, the unit. */
export function overrideMetric(
  metric: Metric,
  formula: string,
  compute: (run: Performance) => number,
  unit: MetricUnit = metric.unit,
): Metric {
  return defineMetric({ ...metric, formula, unit, compute });
}

/** Creates a preset from metrics with other formulas, which share one convention, and from unchanged metrics. */
export function definePreset(convention: string, rules: readonly Metric[], unchanged: readonly Metric[]): MetricPreset {
  const own = rules.map((metric) => [metric.name, defineMetric({ ...metric, convention })] as const);
  return Object.freeze(Object.fromEntries([...own, ...unchanged.map((metric) => [metric.name, metric] as const)]));
}
