import type { Column } from "../../primitives/column.ts";
import { beta } from "../beta.ts";
import { maxDrawdown } from "../max-drawdown.ts";
import type { Performance } from "../performance.ts";
import { sharpeRatio } from "../sharpe.ts";
import { sortinoRatio } from "../sortino.ts";
import { volatility } from "../volatility.ts";
import { rolling, rollingPair } from "./rolling.ts";

/**
 * Sharpe ratio of the last `window` sessions, at every session: whether the edge is still there. NaN before the first full window.
 *
 * @example
 * rollingSharpe(performance, 2).length; // 3
 */
export function rollingSharpe({ returns, riskFreeReturn, periodsPerYear }: Performance, window: number): Column {
  return rolling(returns, window, (some) => sharpeRatio(some, riskFreeReturn, periodsPerYear));
}

/**
 * Sortino ratio of the last `window` sessions, at every session.
 *
 * @example
 * rollingSortino(performance, 2).length; // 3
 */
export function rollingSortino({ returns, minimumReturn, periodsPerYear }: Performance, window: number): Column {
  return rolling(returns, window, (some) => sortinoRatio(some, minimumReturn, periodsPerYear));
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
