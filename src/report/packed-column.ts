import { jsonNumber } from "./json.ts";

/**
 * A column as JSON stores it in few characters: whole steps from each value to the next, the first one from zero; null where a
 * value is missing. A value is `sum of steps × times ÷ over`.
 */
export interface PackedColumn {
  /** What one step is worth; above 1 for times on a grid, such as 86,400 for days in seconds. */
  readonly times: number;
  /** Steps in one unit; 100 for two decimals. */
  readonly over: number;
  readonly steps: readonly (number | null)[];
}

/** Packs values at a fixed count of decimals: enough for charts and tables, not for computing with them. */
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

/** Packs whole numbers, such as epoch seconds, in the largest step that they all share. */
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

/** Decimals that keep `digits` significant digits of the largest value, from 0 to 10. */
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

const MOST_DIGITS = 7;
const LEAST_DIGITS = 5;

/** Decimals of a curve of money: its currency's, fewer where it is large, more where an account is kept in units of which it has few, such as bitcoin. */
export function equityDecimals(equity: ArrayLike<number>, currencyDecimals: number): number {
  const most = Math.max(currencyDecimals, significantDecimals(equity, LEAST_DIGITS));
  return Math.min(most, significantDecimals(equity, MOST_DIGITS));
}
