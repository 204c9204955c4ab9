import { checkInteger } from "../primitives/check.ts";
import { type Column, toColumn, missingColumn, type Numbers } from "../primitives/column.ts";
import { beta } from "./benchmark.ts";
import { maxDrawdown } from "./drawdowns.ts";
import type { Performance } from "./performance.ts";
import { sharpe, sortino } from "./ratios.ts";
import { volatility } from "./risk.ts";

/**
 * A number over the last `window` sessions, at every session: what a metric said as the run went on. Each window stands for itself, so that
 * nothing of the sessions before it remains.
 *
 * `of` gets the values of one window and must not keep them. The result is as long as the column, NaN before the first full window and
 * where `of` has no number. Throws PARAMETER_OUT_OF_RANGE for a window that is not a whole number above 0.
 *
 * @example
 * rolling(Float64Array.of(1, 2, 6), 2, (window) => Math.max(...window)); // NaN, 2, 6
 */
export function rolling(values: Numbers, window: number, of: (window: Column) => number): Column {
  return rollingPair(values, values, window, of);
}

/**
 * The same over two columns of equal length.
 *
 * @example
 * rollingPair(Float64Array.of(1, 2, 6), Float64Array.of(1, 1, 2), 2, (a, b) => Math.max(...a) / Math.max(...b)); // NaN, 2, 3
 */
export function rollingPair(
  first: Numbers,
  second: Numbers,
  window: number,
  of: (first: Column, second: Column) => number,
): Column {
  checkInteger("window", window, 1);
  const one = toColumn("first", first);
  const other = toColumn("second", second);
  const result = missingColumn(one.length);
  for (let end = window; end <= one.length; end++) {
    const value = of(one.subarray(end - window, end), other.subarray(end - window, end));
    if (Number.isFinite(value)) result[end - 1] = value;
  }
  return result;
}

/**
 * Sharpe ratio of the last `window` sessions, at every session: whether the edge is still there. NaN before the first full window.
 *
 * @example
 * rollingSharpe(performance, 2).length; // 3
 */
export function rollingSharpe({ returns, riskFreeReturn, periodsPerYear }: Performance, window: number): Column {
  return rolling(returns, window, (some) => sharpe(some, riskFreeReturn, periodsPerYear));
}

/**
 * Sortino ratio of the last `window` sessions, at every session.
 *
 * @example
 * rollingSortino(performance, 2).length; // 3
 */
export function rollingSortino({ returns, minimumReturn, periodsPerYear }: Performance, window: number): Column {
  return rolling(returns, window, (some) => sortino(some, minimumReturn, periodsPerYear));
}

/**
 * Annual volatility of the last `window` sessions, at every session; a fraction.
 *
 * @example
 * rollingVolatility(performance, 2).length; // 3
 */
export function rollingVolatility({ returns, periodsPerYear }: Performance, window: number): Column {
  return rolling(returns, window, (some) => volatility(some, periodsPerYear));
}

/**
 * Beta against the benchmark over the last `window` sessions, at every session.
 *
 * @example
 * rollingBeta(performance, 2).length; // 3
 */
export function rollingBeta({ returns, benchmarkReturns }: Performance, window: number): Column {
  return rollingPair(returns, benchmarkReturns, window, beta);
}

/**
 * Deepest fall within the last `window` sessions, at every session: a fraction of at most 0. The first close of the window is its first peak.
 *
 * @example
 * rollingDrawdown(performance, 2); // NaN, -0.12, 0
 */
export function rollingDrawdown({ equity, sessions, coin }: Performance, window: number): Column {
  const closes = Float64Array.from(sessions, (record) => equity[record]!);
  return rolling(closes, window, (some) => (some[0]! > 0 ? maxDrawdown(some, some[0]!, coin) : NaN));
}
