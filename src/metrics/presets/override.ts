import { defineMetric, type Metric, type MetricUnit } from "../define.ts";
import type { Performance } from "../performance.ts";

/** The metrics of an engine by their names here. */
export type MetricPreset = Readonly<Record<string, Metric>>;

/** Another rule for a metric, in one line: whose name and title stay, and whose unit too unless it is given. */
export function overrideMetric(
  metric: Metric,
  formula: string,
  compute: (run: Performance) => number,
  unit: MetricUnit = metric.unit,
): Metric {
  return defineMetric({ ...metric, formula, unit, compute });
}

/** A table of metrics by name, with the same convention on every one that has a rule of its own. */
export function definePreset(convention: string, rules: readonly Metric[], same: readonly Metric[]): MetricPreset {
  const own = rules.map((metric) => [metric.name, defineMetric({ ...metric, convention })] as const);
  return Object.freeze(Object.fromEntries([...own, ...same.map((metric) => [metric.name, metric] as const)]));
}
