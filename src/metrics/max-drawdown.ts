import { asDouble } from "../primitives/as-double.ts";
import type { Column } from "../primitives/column.ts";
import { defineMetric } from "./define.ts";

/**
 * The worst fall from a peak: what an owner who came in at the worst moment would have seen at the worst later moment.
 *
 * Formula: min((E − P) / P) over all records, with P the running peak of equity including the starting cash; a fraction of at
 * most 0: -0.25 is a quarter below the peak. 0 when equity never was below its peak. NaN without records.
 *
 * @example
 * maxDrawdown(Float64Array.of(110, 88, 120), 100); // -0.2
 */
export function maxDrawdown(equity: Column, startEquity: number): number {
  if (equity.length === 0) return NaN;
  let peak = asDouble(startEquity);
  let low = peak;
  let deepest = 0;
  // Below one peak the lowest is the deepest, so there is one division for each peak instead of one for each record.
  for (let i = 0; i < equity.length; i++) {
    const value = equity[i]!;
    if (value > peak) {
      if (low < peak) deepest = Math.min(deepest, (low - peak) / peak);
      peak = low = value;
    } else if (value < low) low = value;
  }
  return low < peak ? Math.min(deepest, (low - peak) / peak) : deepest;
}

/** Deepest fall from a peak. */
export const maxDrawdownMetric = defineMetric({
  name: "max-drawdown",
  title: "Max drawdown",
  group: "risk",
  unit: "fraction",
  formula: "min((equity - peak) / peak), with peak the highest equity so far",
  convention:
    "Never above 0. The starting cash is the first peak. Equity is seen at the close of each bar: a fall inside a bar does not count, so the true one is no smaller. Missing without records.",
  better: "higher",
  compute: ({ equity, startEquity }) => maxDrawdown(equity, startEquity),
});
