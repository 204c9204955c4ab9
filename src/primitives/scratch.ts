import type { Column } from "./column.ts";

/**
 * Columns for what an indicator computes on the way to its outputs. They are kept for the next one that asks: long columns that are
 * new cost more than what is written into them.
 */
const kept: Column[] = [];

/** Room that stays behind between two computations: longer columns are left to the garbage collector, and so are more than these. */
const LONGEST = 2 ** 21;
const MOST = 4;

/** A column of `length` with anything in it, until `giveBack`. */
export function borrow(length: number): Column {
  for (let i = kept.length - 1; i >= 0; i--) {
    const column = kept[i]!;
    if (column.length < length) continue;
    kept.splice(i, 1);
    return column.subarray(0, length);
  }
  return new Float64Array(length);
}

/** Gives back what `borrow` gave; the borrower reads and writes it no more. */
export function giveBack(column: Column): void {
  const whole = new Float64Array(column.buffer);
  if (whole.length > LONGEST) return;
  kept.push(whole);
  // The longest ones are of use to everybody.
  kept.sort((a, b) => a.length - b.length);
  if (kept.length > MOST) kept.shift();
}
