import type { Column } from "../primitives/column.ts";
import { defineMetric } from "./define.ts";
import { mean } from "./moments.ts";

/**
 * What a trade usually returns on the money put into it.
 *
 * Formula: mean of profit / value at entry, each trade counting the same; a fraction. NaN without trades.
 *
 * @example
 * averageTrade(Float64Array.of(0.05, -0.02, 0.03)); // 0.02
 */
export function averageTrade(returns: Column): number {
  return mean(returns);
}

/** Mean return of a trade. */
export const averageTradeMetric = defineMetric({
  name: "average-trade",
  title: "Average trade",
  group: "trade",
  unit: "fraction",
  formula: "mean return of a trade, with return = profit / value at entry",
  convention:
    "Arithmetic mean, each trade counting the same whatever its value; after commissions. Missing without trades.",
  better: "higher",
  compute: ({ trades }) => averageTrade(trades.return),
});
