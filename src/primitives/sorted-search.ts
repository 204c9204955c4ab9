import type { Column } from "./column.ts";

/**
 * Index of the last value of a rising column that is at or before a bound; -1 where there is none. `hint` is an answer of before: for the same bound
 * and for one a little later, as a clock asks, the answer is found without a search.
 */
export function lastAtOrBefore(rising: Column, bound: number, hint: number): number {
  const { length } = rising;
  if (hint < length && (hint < 0 || rising[hint]! <= bound)) {
    const next = hint + 1;
    if (next >= length || rising[next]! > bound) return hint;
    if (next + 1 >= length || rising[next + 1]! > bound) return next;
  }
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rising[middle]! <= bound) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
