import type { Column } from "../primitives/column.ts";

/** Mean of end − start, added up as differences, since a sum of epoch times would lose their last digits. NaN for none. */
export function averageDuration(start: Column, end: Column): number {
  let total = 0;
  for (let i = 0; i < start.length; i++) total += end[i]! - start[i]!;
  return total / start.length;
}

/** Mean of durations; NaN for none. */
export function meanOf(durations: Column): number {
  return durations.reduce((total, one) => total + one, 0) / durations.length;
}
