import type { Column } from "../primitives/column.ts";
import { defineMetric } from "./define.ts";

/**
 * The longest time that an owner waited to see his peak again, in milliseconds.
 *
 * `startTime` and `endTime` have one value for each drawdown: the last record at the peak, and the first record back at it.
 * 0 without drawdowns.
 *
 * @example
 * longestDrawdown(Float64Array.of(0, 5_000), Float64Array.of(1_000, 8_000)); // 3000
 */
export function longestDrawdown(startTime: Column, endTime: Column): number {
  let longest = 0;
  for (let i = 0; i < startTime.length; i++) longest = Math.max(longest, endTime[i]! - startTime[i]!);
  return longest;
}

/** Longest time below a peak. */
export const longestDrawdownMetric = defineMetric({
  name: "longest-drawdown",
  title: "Longest drawdown",
  group: "risk",
  unit: "duration",
  formula: "max over drawdowns of (time back at the peak - last time at the peak)",
  convention:
    "A drawdown that is not over ends at the last record, so the true one may be longer. Whole days where bars last a day or longer. 0 without drawdowns; missing without records.",
  better: "lower",
  compute: ({ equity, drawdownDurations }) =>
    equity.length > 0 ? drawdownDurations.reduce((longest, one) => Math.max(longest, one), 0) : NaN,
});
