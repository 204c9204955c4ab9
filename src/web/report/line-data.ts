import type { UTCTimestamp } from "lightweight-charts";

/** A column as points of a line; a missing value leaves its time blank. */
export function lineData(
  time: Float64Array,
  values: Float64Array,
): ({ time: UTCTimestamp; value: number } | { time: UTCTimestamp })[] {
  return Array.from(time, (each, i) => {
    const value = values[i]!;
    return Number.isNaN(value) ? { time: each as UTCTimestamp } : { time: each as UTCTimestamp, value };
  });
}
