import { parameterError } from "../../primitives/check.ts";
import type { Performance } from "../performance.ts";
import { backtestingPy } from "./backtesting-py.ts";
import { backtrader } from "./backtrader.ts";
import { empyrical, zipline } from "./empyrical.ts";
import { lean } from "./lean.ts";
import type { MetricPreset } from "./override.ts";
import { quantstats } from "./quantstats.ts";
import { vectorbt } from "./vectorbt.ts";

/** Metrics with the formulas of other engines, by engine and by metric name. Each states its formula and convention. */
export const metricPresets = Object.freeze({
  "backtesting.py": backtestingPy,
  backtrader,
  empyrical,
  lean,
  quantstats,
  vectorbt,
  zipline,
}) satisfies Readonly<Record<string, MetricPreset>>;

/** An engine whose metrics can be reproduced. */
export type MetricPresetName = keyof typeof metricPresets;

/**
 * Returns the metrics of a run as another engine computes them, by Hindcast's names; NaN if a metric is missing. Values are fractions even
 * if the engine prints percentages.
 *
 * Engines compute different Sharpe ratios from the same equity curve. Use this function to compare results of another engine: it shows
 * whether the trades differ or only the formulas.
 *
 * Throws `PARAMETER_OUT_OF_RANGE` for an unknown engine.
 *
 * @example
 * summaryIn("backtesting.py", performance)["max-drawdown"]; // -0.12
 */
export function summaryIn(engine: MetricPresetName, performance: Performance): Readonly<Record<string, number>> {
  if (!Object.hasOwn(metricPresets, engine)) {
    throw parameterError("engine", `one of ${Object.keys(metricPresets).join(", ")}`, engine);
  }
  const metrics: MetricPreset = metricPresets[engine];
  return Object.freeze(
    Object.fromEntries(Object.values(metrics).map((metric) => [metric.name, metric.compute(performance)])),
  );
}
