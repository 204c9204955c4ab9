import { summaryMetrics } from "./catalog.ts";
import type { Metric } from "./define.ts";
import type { Performance } from "./performance.ts";

/**
 * Returns the metrics of a run by name, in the order of the catalog; NaN if a metric is missing.
 *
 * To use another convention for one metric, pass a catalog such as `{ ...metrics, sharpe: otherSharpe }`.
 *
 * @example
 * summarize(performance)["max-drawdown"]; // -0.12
 */
export function summarize(
  performance: Performance,
  catalog: Readonly<Record<string, Metric>> = summaryMetrics,
): Readonly<Record<string, number>> {
  return Object.freeze(
    Object.fromEntries(Object.entries(catalog).map(([name, metric]) => [name, performance.value(metric)])),
  );
}
