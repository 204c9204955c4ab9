import type { Column } from "../primitives/column.ts";

/** Index of the last of rising times that is not after `time`; -1 when all are. */
export function lastAtOrBefore(times: Column, time: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (times[middle]! <= time) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
