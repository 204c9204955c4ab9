import type { Column } from "../../primitives/column.ts";

/** The rows whose times lie from `from` up to but not including `to`; `time` never falls. */
export function rangeOf(time: Column, from: number, to: number): { readonly start: number; readonly end: number } {
  const start = firstAtOrAfter(time, from);
  return { start, end: Math.max(start, firstAtOrAfter(time, to)) };
}

function firstAtOrAfter(time: Column, instant: number): number {
  let low = 0;
  let high = time.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (time[middle]! < instant) low = middle + 1;
    else high = middle;
  }
  return low;
}
