import { MISSING, type Column } from "./column.ts";

/**
 * Number of bars that a batch passes to its inner loop per call. V8 would optimize a loop over a whole column during its first call
 * (on-stack replacement). Such code is often two to four times slower, and V8 keeps it. A function called repeatedly is optimized well.
 */
export const STRIP = 1024;

// Loops that start at a computed index use `let i = block | 0`. Otherwise V8 cannot assume a 32-bit integer. It would
// keep the counter as a double and convert it for each access, which takes up to half of the time.

/** Returns the end of a strip that begins at `start`, in a column of `length` values. */
export function stripEnd(start: number, length: number, strip = STRIP): number {
  return start + strip < length ? start + strip : length;
}

/** Returns the length of a strip that consists of whole blocks of `period` bars. */
export function blockStrip(period: number): number {
  return period < STRIP ? STRIP - (STRIP % period) : period;
}

/** Returns the end of the last whole block of `period` bars, with blocks starting at `first`. */
export function wholeBlocks(first: number, length: number, period: number): number {
  return length - ((length - first) % period);
}

/** Returns the anchor of the block at `start`: the last value before it. NaN for the first block, whose windows are not full. */
export function anchorAt(input: Column, first: number, start: number): number {
  return start > first ? input[start - 1] : MISSING[0];
}
