import { summaryMetrics } from "./catalog.ts";
import type { Metric } from "./define.ts";
import type { Performance } from "./performance.ts";

/**
 * The metrics of a run by name, in the order of the catalogue; NaN where a number is missing.
 *
 * Another catalogue gives other conventions: `{ ...metrics, sharpe: anotherSharpe }` changes one number and leaves the rest.
 *
 * @example
 * summarize(performance)["max-drawdown"]; // -0.12
 */
export function summarize(
  performance: Performance,
  catalogue: Readonly<Record<string, Metric>> = summaryMetrics,
): Readonly<Record<string, number>> {
  return Object.freeze(
    Object.fromEntries(Object.entries(catalogue).map(([name, metric]) => [name, performance.value(metric)])),
  );
}
