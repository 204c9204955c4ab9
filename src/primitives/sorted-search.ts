import type { Column } from "./column.ts";

/**
 * Returns the index of the last value of an increasing column that is at or before a bound; -1 if there is none. `hint` is an earlier result:
 * for the same or a slightly later bound, no search is needed.
 */
export function lastAtOrBefore(values: Column, bound: number, hint: number): number {
  const { length } = values;
  if (hint < length && (hint < 0 || values[hint]! <= bound)) {
    const next = hint + 1;
    if (next >= length || values[next]! > bound) return hint;
    if (next + 1 >= length || values[next + 1]! > bound) return next;
  }
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle]! <= bound) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
