import type { RunResult } from "../engine/run-result.ts";
import { metrics } from "../metrics/catalog.ts";

/** Every metric of a run by name, in the order of the catalogue: those of its summary, and those that are computed when asked for. */
export function allMetrics({ summary, performance }: RunResult): Readonly<Record<string, number>> {
  const all = Object.values(metrics).map((metric) => [metric.name, summary[metric.name] ?? performance.value(metric)]);
  return Object.fromEntries(all) as Record<string, number>;
}
