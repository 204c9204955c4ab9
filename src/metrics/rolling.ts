import { checkInteger } from "../primitives/check.ts";
import { type Column, toColumn, missingColumn, type Numbers } from "../primitives/column.ts";
import { beta } from "./benchmark.ts";
import { maxDrawdown } from "./drawdowns.ts";
import type { Performance } from "./performance.ts";
import { sharpe, sortino } from "./ratios.ts";
import { volatility } from "./risk.ts";

/**
 * Returns the result of a function over the last `window` values, for every value of a column.
 *
 * `compute` gets the values of one window and must not keep a reference to them. The result is as long as the column. It is NaN before the
 * first full window and where `compute` returns no finite number. Throws `PARAMETER_OUT_OF_RANGE` if `window` is not a whole number above 0.
 *
 * @example
 * rolling(Float64Array.of(1, 2, 6), 2, (window) => Math.max(...window)); // NaN, 2, 6
 */
export function rolling(values: Numbers, window: number, compute: (window: Column) => number): Column {
  return rollingPair(values, values, window, compute);
}

/**
 * Returns the result of a function over the last `window` values of two columns of equal length; see `rolling`.
 *
 * @example
 * rollingPair(Float64Array.of(1, 2, 6), Float64Array.of(1, 1, 2), 2, (a, b) => Math.max(...a) / Math.max(...b)); // NaN, 2, 3
 */
export function rollingPair(
  first: Numbers,
  second: Numbers,
  window: number,
  compute: (first: Column, second: Column) => number,
): Column {
  checkInteger("window", window, 1);
  const one = toColumn("first", first);
  const other = toColumn("second", second);
  const result = missingColumn(one.length);
  for (let end = window; end <= one.length; end++) {
    const value = compute(one.subarray(end - window, end), other.subarray(end - window, end));
    if (Number.isFinite(value)) result[end - 1] = value;
  }
  return result;
}

/**
 * Rolling Sharpe ratio: over the last `window` sessions, at every session. NaN before the first full window.
 *
 * @example
 * rollingSharpe(performance, 2).length; // 3
 */
export function rollingSharpe({ returns, riskFreeReturn, periodsPerYear }: Performance, window: number): Column {
  return rolling(returns, window, (part) => sharpe(part, riskFreeReturn, periodsPerYear));
}

/**
 * Rolling Sortino ratio: over the last `window` sessions, at every session. NaN before the first full window.
 *
 * @example
 * rollingSortino(performance, 2).length; // 3
 */
export function rollingSortino({ returns, minimumReturn, periodsPerYear }: Performance, window: number): Column {
  return rolling(returns, window, (part) => sortino(part, minimumReturn, periodsPerYear));
}

/**
 * Rolling annual volatility: over the last `window` sessions, at every session; a fraction. NaN before the first full window.
 *
 * @example
 * rollingVolatility(performance, 2).length; // 3
 */
export function rollingVolatility({ returns, periodsPerYear }: Performance, window: number): Column {
  return rolling(returns, window, (part) => volatility(part, periodsPerYear));
}

/**
 * Rolling beta: over the last `window` sessions, at every session. NaN before the first full window.
 *
 * @example
 * rollingBeta(performance, 2).length; // 3
 */
export function rollingBeta({ returns, benchmarkReturns }: Performance, window: number): Column {
  return rollingPair(returns, benchmarkReturns, window, beta);
}

/**
 * Rolling maximum drawdown: within the last `window` sessions, at every session; a fraction of at most 0. The first close of each window
 * is its first peak.
 *
 * @example
 * rollingDrawdown(performance, 2); // NaN, -0.12, 0
 */
export function rollingDrawdown({ equity, sessions, coin }: Performance, window: number): Column {
  const closes = Float64Array.from(sessions, (record) => equity[record]!);
  return rolling(closes, window, (curve) => (curve[0]! > 0 ? maxDrawdown(curve, curve[0]!, coin) : NaN));
}
