import type { Column } from "./column.ts";

/**
 * Pool of columns for intermediate results of indicators. Allocating long columns takes longer than filling them, and so does creating a view
 * for short ones.
 */
const pool: Column[] = [];

/** Longest column that the pool keeps. Longer or additional columns are left to the garbage collector. */
const MAX_LENGTH = 2e6;
const MAX_COLUMNS = 4;

/** Returns a column with arbitrary contents. Pass it to `returnColumn` after use. */
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

/** Returns a borrowed column to the pool. It must not be used afterwards. */
export function returnColumn(column: Column): void {
  if (column.length > MAX_LENGTH || pool.push(column) <= MAX_COLUMNS) return;
  // Keep the longest columns, since shorter ones can be views of them.
  pool.sort((a, b) => a.buffer.byteLength - b.buffer.byteLength);
  pool.shift();
}
