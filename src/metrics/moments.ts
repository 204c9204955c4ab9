import type { Column } from "../primitives/column.ts";

/** Mean and sample deviation (over n − 1) of a column. */
export interface Moments {
  /** NaN for an empty column. */
  readonly mean: number;
  /** NaN for fewer than two values; 0 when the values differ by no more than rounding. */
  readonly deviation: number;
}

/**
 * The share of a number that may be rounding: some tens of units in the last place. Equal steps of equity give returns that
 * differ in their last bits, and a ratio over that difference would be an enormous number about nothing.
 */
export const ROUNDING = 2 ** -46;

/** Values are added in blocks, so that a long sum does not swallow what each value adds to it. */
const BLOCK = 1024;

/** Sum of a column; 0 for an empty one. */
export function sum(values: Column): number {
  let total = 0;
  for (let from = 0; from < values.length; from += BLOCK) {
    const to = Math.min(from + BLOCK, values.length);
    let block = 0;
    for (let i = from; i < to; i++) block += values[i]!;
    total += block;
  }
  return total;
}

/** Mean of a column; NaN for an empty one. */
export function mean(values: Column): number {
  return values.length > 0 ? sum(values) / values.length : NaN;
}

/**
 * Mean and deviation in two passes: the second adds up the differences from the mean of the first, and corrects that mean by
 * what is left over. `base` is the size of the numbers whose difference a value is: 1 for returns, which are ratios less one.
 */
export function moments(values: Column, base = 0): Moments {
  const n = values.length;
  const first = mean(values);
  let differences = 0;
  let squares = 0;
  for (let from = 0; from < n; from += BLOCK) {
    const to = Math.min(from + BLOCK, n);
    let blockDifferences = 0;
    let blockSquares = 0;
    for (let i = from; i < to; i++) {
      const difference = values[i]! - first;
      blockDifferences += difference;
      blockSquares += difference * difference;
    }
    differences += blockDifferences;
    squares += blockSquares;
  }
  const corrected = first + differences / n;
  if (n < 2) return { mean: corrected, deviation: NaN };
  const deviation = Math.sqrt(Math.max(squares - (differences * differences) / n, 0) / (n - 1));
  return { mean: corrected, deviation: deviation <= ROUNDING * (base + Math.abs(corrected)) ? 0 : deviation };
}
