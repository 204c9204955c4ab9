import { checkWhole } from "../../primitives/check.ts";
import { missingColumn, type Column } from "../../primitives/column.ts";

/**
 * A number over the last `window` sessions, at every session: what a metric said as the run went on. Each window stands for itself, so that
 * nothing of the sessions before it remains.
 *
 * `of` gets the values of one window and must not keep them. The result is as long as the column, NaN before the first full window and
 * where `of` has no number. Throws a `RangeError` for a window that is not a whole number above 0.
 *
 * @example
 * rolling(Float64Array.of(1, 2, 6), 2, (window) => Math.max(...window)); // NaN, 2, 6
 */
export function rolling(values: Column, window: number, of: (window: Column) => number): Column {
  return rollingPair(values, values, window, of);
}

/**
 * The same over two columns of equal length.
 *
 * @example
 * rollingPair(Float64Array.of(1, 2, 6), Float64Array.of(1, 1, 2), 2, (a, b) => Math.max(...a) / Math.max(...b)); // NaN, 2, 3
 */
export function rollingPair(
  first: Column,
  second: Column,
  window: number,
  of: (first: Column, second: Column) => number,
): Column {
  checkWhole("window", window, 1);
  const result = missingColumn(first.length);
  for (let end = window; end <= first.length; end++) {
    const value = of(first.subarray(end - window, end), second.subarray(end - window, end));
    if (Number.isFinite(value)) result[end - 1] = value;
  }
  return result;
}
