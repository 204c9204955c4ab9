import type { Column } from "./column.ts";

/**
 * Columns for what an indicator computes on the way to its outputs. They are kept for the next one that asks: long columns that are
 * new cost more than what is written into them, and so does a new view of a column for short ones.
 */
const pool: Column[] = [];

/** Values for which room stays behind between two computations: longer columns are left to the garbage collector, and so are more than these. */
const MAX_LENGTH = 2e6;
const MAX_COLUMNS = 4;

/** A column of `length` with anything in it, until `returnColumn`. */
export function borrowColumn(length: number): Column {
  for (let i = pool.length - 1; i >= 0; i--) {
    const column = pool[i]!;
    const isSame = column.length === length;
    if (!isSame && column.buffer.byteLength < length * 8) continue;
    pool.splice(i, 1);
    return isSame ? column : new Float64Array(column.buffer, 0, length);
  }
  return new Float64Array(length);
}

/** Gives back what `borrowColumn` gave; the borrower reads and writes it no more. */
export function returnColumn(column: Column): void {
  if (column.length > MAX_LENGTH || pool.push(column) <= MAX_COLUMNS) return;
  // The longest ones are of use to everybody.
  pool.sort((a, b) => a.buffer.byteLength - b.buffer.byteLength);
  pool.shift();
}
