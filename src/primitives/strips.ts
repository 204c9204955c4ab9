import { MISSING, type Column } from "./column.ts";

/**
 * How many bars a batch hands to its inner loop at a time. A loop over a whole column is still in its first call when it gets
 * hot; the engine then exchanges its code under way, and that code is often two to four times slower and stays for good. A
 * loop that is called again and again is compiled once and well.
 */
export const STRIP = 1024;

// Where a loop begins at a place that was reckoned, it says so in 32 bits: `let i = block | 0`. The engine else has to allow for
// places beyond them, carries the counter as a double and turns it into an integer for each value that the loop looks at, which
// is up to half of its time. No column is as long as that.

/** The end of a strip that begins at `start`, in a column of `length`. */
export function stripEnd(start: number, length: number, strip = STRIP): number {
  return start + strip < length ? start + strip : length;
}

/** Whole blocks of `period` bars that make up a strip. */
export function blockStrip(period: number): number {
  return period < STRIP ? STRIP - (STRIP % period) : period;
}

/** Where the last whole block of `period` bars ends, counted from `first`. */
export function wholeBlocks(first: number, length: number, period: number): number {
  return length - ((length - first) % period);
}

/** What differences in blocks are taken from: the last value of the block before `start`; none before the first block, whose windows are not full. */
export function anchorAt(input: Column, first: number, start: number): number {
  return start > first ? input[start - 1] : MISSING[0];
}
