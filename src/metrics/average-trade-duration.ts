import type { Column } from "../primitives/column.ts";
import { averageDuration, meanOf } from "./average-duration.ts";
import { defineMetric } from "./define.ts";

/**
 * How long a trade usually lasts, in milliseconds from entry to exit. NaN without trades.
 *
 * @example
 * averageTradeDuration(Float64Array.of(0, 5_000), Float64Array.of(1_000, 8_000)); // 2000
 */
export function averageTradeDuration(entryTime: Column, exitTime: Column): number {
  return averageDuration(entryTime, exitTime);
}

/** Mean duration of a trade. */
export const averageTradeDurationMetric = defineMetric({
  name: "average-trade-duration",
  title: "Average trade duration",
  group: "trade",
  unit: "duration",
  formula: "mean over trades of (time of exit - time of entry)",
  convention:
    "Calendar time, nights and weekends included; of bars of a day or longer by clocks of the exchange. Missing without trades.",
  better: "neither",
  compute: ({ tradeDurations }) => meanOf(tradeDurations),
});
