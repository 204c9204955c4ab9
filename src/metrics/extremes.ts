import { MISSING, type Column } from "../primitives/column.ts";

/** Largest value of a column, missing ones left out; NaN when there is none. */
export function largest(values: Column): number {
  let i = firstKnown(values);
  if (i === values.length) return MISSING[0]!;
  let best = values[i]!;
  while (++i < values.length) if (values[i]! > best) best = values[i]!;
  return best;
}

/** Smallest value of a column, missing ones left out; NaN when there is none. */
export function smallest(values: Column): number {
  let i = firstKnown(values);
  if (i === values.length) return MISSING[0]!;
  let best = values[i]!;
  while (++i < values.length) if (values[i]! < best) best = values[i]!;
  return best;
}

function firstKnown(values: Column): number {
  let i = 0;
  while (i < values.length && Number.isNaN(values[i]!)) i++;
  return i;
}
