import { summaryMetrics, type SummaryName } from "./catalog.ts";
import type { Metric } from "./define.ts";
import type { Performance } from "./performance.ts";

/** Metrics of a run by name; NaN if a metric is missing. */
export type Summary = Readonly<Record<SummaryName, number>>;

/**
 * Returns the metrics of a run by name, in the order of the catalog; NaN if a metric is missing.
 *
 * To use another convention for one metric, pass a catalog such as `{ ...metrics, sharpe: otherSharpe }`.
 *
 * @example
 * summarize(performance)["max-drawdown"]; // -0.12
 */
export function summarize<Name extends string = SummaryName>(
  performance: Performance,
  catalog: Readonly<Record<Name, Metric>> = summaryMetrics as Readonly<Record<string, Metric>>,
): Readonly<Record<Name, number>> {
  const values = Object.entries<Metric>(catalog).map(([name, metric]) => [name, performance.value(metric)]);
  return Object.freeze(Object.fromEntries(values)) as Readonly<Record<Name, number>>;
}
