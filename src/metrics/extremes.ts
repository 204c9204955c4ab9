import { MISSING, type Column } from "../primitives/column.ts";

/** Largest value of a column, missing ones left out; NaN when there is none. */
export function largest(values: Column): number {
  let best = MISSING[0]!;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    if (value > best || best !== best) best = value;
  }
  return best;
}

/** Smallest value of a column, missing ones left out; NaN when there is none. */
export function smallest(values: Column): number {
  let best = MISSING[0]!;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    if (value < best || best !== best) best = value;
  }
  return best;
}
