import { jsonNumber } from "../primitives/json.ts";

/**
 * A column as compact JSON: the integer steps from each value to the next, the first from zero, and null for a missing value. A value is `sum
 * of steps × times ÷ over`.
 */
export interface PackedColumn {
  /** Multiplier of a step, such as 86,400 for times that are multiples of a day in seconds. */
  readonly times: number;
  /** Divisor of a step, such as 100 for two decimals. */
  readonly over: number;
  readonly steps: readonly (number | null)[];
}

/** Packs values with a fixed number of decimals, for charts and tables rather than for computing. */
export function packColumn(values: ArrayLike<number>, decimals: number): PackedColumn {
  const over = 10 ** decimals;
  const steps: (number | null)[] = [];
  let previous = 0;
  for (let i = 0; i < values.length; i++) {
    const scaled = jsonNumber(Math.round(values[i]! * over));
    steps.push(scaled === null ? null : scaled - previous);
    if (scaled !== null) previous = scaled;
  }
  return { times: 1, over, steps };
}

/** Packs integers, such as epoch seconds, with their greatest common divisor as multiplier. */
export function packTimes(values: ArrayLike<number>): PackedColumn {
  let times = 0;
  for (let i = 0; i < values.length; i++) times = greatestCommonDivisor(times, Math.abs(values[i]!));
  if (times === 0) times = 1;
  return {
    ...packColumn(
      Array.from(values, (value) => value / times),
      0,
    ),
    times,
  };
}

/** Returns the number of decimals, from 0 to 10, that keeps `digits` significant digits of the largest value. */
export function significantDecimals(values: ArrayLike<number>, digits: number): number {
  let largest = 0;
  for (let i = 0; i < values.length; i++) {
    const size = Math.abs(values[i]!);
    if (size > largest && size < Infinity) largest = size;
  }
  if (largest === 0) return 0;
  return Math.min(10, Math.max(0, digits - 1 - Math.floor(Math.log10(largest))));
}

function greatestCommonDivisor(a: number, b: number): number {
  while (b !== 0) [a, b] = [b, a % b];
  return a;
}

const MAX_DIGITS = 7;
const MIN_DIGITS = 5;

/** Returns the decimals of an equity curve: those of its currency, fewer for large amounts, more for small amounts. */
export function equityDecimals(equity: ArrayLike<number>, currencyDecimals: number): number {
  const limit = Math.max(currencyDecimals, significantDecimals(equity, MIN_DIGITS));
  return Math.min(limit, significantDecimals(equity, MAX_DIGITS));
}
