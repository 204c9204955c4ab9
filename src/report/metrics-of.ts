import { conventionOf } from "../engine/conventions/catalog.ts";
import type { RunResult } from "../engine/run-result.ts";
import { metrics } from "../metrics/catalog.ts";
import type { Metric } from "../metrics/define.ts";
import { metricPresets } from "../metrics/presets/summary-in.ts";

/** The metrics by whose formulas a run counts, by name in the order of the catalogue: another engine's, where it has its conventions. */
export function metricsOf({ settings }: Pick<RunResult, "settings">): Readonly<Record<string, Metric>> {
  const engine = conventionOf(settings.conventions)?.metrics;
  return engine === undefined ? metrics : { ...metrics, ...metricPresets[engine] };
}
