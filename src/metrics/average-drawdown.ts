import type { Column } from "../primitives/column.ts";
import { defineMetric } from "./define.ts";
import { mean } from "./moments.ts";

/**
 * How deep a drawdown usually is: the mean over all drawdowns of the deepest point of each.
 *
 * `depth` has one fraction below 0 for each drawdown, from the peak to the return to it. NaN without drawdowns.
 *
 * @example
 * averageDrawdown(Float64Array.of(-0.1, -0.3)); // -0.2
 */
export function averageDrawdown(depth: Column): number {
  return mean(depth);
}

/** Mean depth of drawdowns. */
export const averageDrawdownMetric = defineMetric({
  name: "average-drawdown",
  title: "Average drawdown",
  group: "risk",
  unit: "fraction",
  formula: "mean over drawdowns of min((equity - peak) / peak)",
  convention:
    "A drawdown is one stretch below the peak, deep or shallow, long or short; the last counts though it may not be over. Missing without drawdowns.",
  better: "higher",
  compute: ({ drawdownSpells }) => averageDrawdown(drawdownSpells.depth),
});
