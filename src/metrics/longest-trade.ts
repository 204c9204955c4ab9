import type { Column } from "../primitives/column.ts";
import { defineMetric } from "./define.ts";

/**
 * How long the longest trade lasted, in milliseconds from entry to exit. NaN without trades.
 *
 * @example
 * longestTrade(Float64Array.of(0, 5_000), Float64Array.of(1_000, 8_000)); // 3000
 */
export function longestTrade(entryTime: Column, exitTime: Column): number {
  let longest = entryTime.length > 0 ? 0 : NaN;
  for (let i = 0; i < entryTime.length; i++) longest = Math.max(longest, exitTime[i]! - entryTime[i]!);
  return longest;
}

/** Duration of the longest trade. */
export const longestTradeMetric = defineMetric({
  name: "longest-trade",
  title: "Longest trade",
  group: "trade",
  unit: "duration",
  formula: "max over trades of (time of exit - time of entry)",
  convention:
    "Calendar time, nights and weekends included; of bars of a day or longer by clocks of the exchange. Missing without trades.",
  better: "neither",
  compute: ({ tradeDurations }) =>
    tradeDurations.reduce((longest, one) => Math.max(longest, one), tradeDurations.length > 0 ? 0 : NaN),
});
