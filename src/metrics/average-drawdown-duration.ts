import type { Column } from "../primitives/column.ts";
import { averageDuration, meanOf } from "./average-duration.ts";
import { defineMetric } from "./define.ts";

/**
 * How long it usually takes to see a peak again, in milliseconds: the mean duration of drawdowns.
 *
 * `startTime` and `endTime` have one value for each drawdown: the last record at the peak, and the first record back at it.
 * NaN without drawdowns.
 *
 * @example
 * averageDrawdownDuration(Float64Array.of(0, 5_000), Float64Array.of(1_000, 8_000)); // 2000
 */
export function averageDrawdownDuration(startTime: Column, endTime: Column): number {
  return averageDuration(startTime, endTime);
}

/** Mean time below a peak. */
export const averageDrawdownDurationMetric = defineMetric({
  name: "average-drawdown-duration",
  title: "Average drawdown duration",
  group: "risk",
  unit: "duration",
  formula: "mean over drawdowns of (time back at the peak - last time at the peak)",
  convention:
    "A drawdown that is not over ends at the last record, so the true mean may be longer. Whole days, before the mean, where bars last a day or longer. Missing without drawdowns.",
  better: "lower",
  compute: ({ drawdownDurations }) => meanOf(drawdownDurations),
});
