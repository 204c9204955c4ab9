import { asDouble } from "../primitives/as-double.ts";
import type { Column } from "../primitives/column.ts";
import { defineMetric } from "./define.ts";
import { lossFloor } from "./loss.ts";

/**
 * The worst fall from a peak: what an owner who came in at the worst moment would have seen at the worst later moment.
 *
 * Formula: min((E − P) / P) over all records, with P the running peak of equity including the starting cash; a fraction of at
 * most 0: -0.25 is a quarter below the peak. 0 when equity never was below its peak. NaN without records.
 * `coin` is the smallest amount of the account's money; a smaller fall is no drawdown. Without it only the rounding of binary sums is none.
 *
 * @example
 * maxDrawdown(Float64Array.of(110, 88, 120), 100); // -0.2
 */
export function maxDrawdown(equity: Column, startEquity: number, coin = 0): number {
  if (equity.length === 0) return NaN;
  let peak = asDouble(startEquity);
  let floor = lossFloor(peak, coin);
  let low = peak;
  let deepest = 0;
  // Below one peak the lowest is the deepest, so there is one division for each peak instead of one for each record.
  for (let i = 0; i < equity.length; i++) {
    const value = equity[i]!;
    if (value > peak) {
      if (low <= floor) deepest = Math.min(deepest, (low - peak) / peak);
      peak = low = value;
      floor = lossFloor(peak, coin);
    } else if (value < low) low = value;
  }
  return low <= floor ? Math.min(deepest, (low - peak) / peak) : deepest;
}

/** Deepest fall from a peak. */
export const maxDrawdownMetric = defineMetric({
  name: "max-drawdown",
  title: "Max drawdown",
  group: "risk",
  unit: "fraction",
  formula: "min((equity - peak) / peak), with peak the highest equity so far",
  convention:
    "Never above 0. The starting cash is the first peak. Equity is seen at the close of each bar: a fall inside a bar does not count, so the true one is no smaller. A fall of less than the smallest coin of the account is none. Missing without records.",
  better: "higher",
  compute: ({ equity, startEquity, coin }) => maxDrawdown(equity, startEquity, coin),
});
