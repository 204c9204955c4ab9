import type { Column } from "../primitives/column.ts";
import { defineMetric } from "./define.ts";
import { moments, type Moments } from "./moments.ts";

/**
 * What each unit of risk brought in return above cash. Around 1 is good for a year, above 3 more often a mistake than a find.
 *
 * Formula: mean(r − f) / σ₁(r)·√A with r returns per session, f the risk-free return per session, σ₁ the sample deviation
 * (over n − 1), A sessions a year; a plain number. NaN for fewer than two returns, and for returns that do not vary.
 *
 * Source: W. F. Sharpe, "The Sharpe Ratio", Journal of Portfolio Management, 1994.
 *
 * @example
 * sharpeRatio(Float64Array.of(0.01, -0.02, 0.03), 0, 252); // 4.20526
 */
export function sharpeRatio(returns: Column, riskFreeReturn: number, periodsPerYear: number): number {
  return ratio(moments(returns, 1), riskFreeReturn, periodsPerYear);
}

function ratio({ mean, deviation }: Moments, riskFreeReturn: number, periodsPerYear: number): number {
  return deviation > 0 ? ((mean - riskFreeReturn) / deviation) * Math.sqrt(periodsPerYear) : NaN;
}

/** Return above cash for each unit of volatility. */
export const sharpeMetric = defineMetric({
  name: "sharpe",
  title: "Sharpe ratio",
  group: "ratio",
  unit: "ratio",
  formula:
    "mean(r - f) / deviation(r) * sqrt(A), with r the return of a session and f the risk-free return of a session",
  convention:
    "Sample deviation (over n - 1); f is the annual risk-free rate over the sessions in a year. Missing for fewer than two sessions, for returns that do not vary, and when a session began with no equity.",
  better: "higher",
  source: "W. F. Sharpe, The Sharpe Ratio, Journal of Portfolio Management, 1994.",
  compute: ({ returnMoments, riskFreeReturn, periodsPerYear }) => ratio(returnMoments, riskFreeReturn, periodsPerYear),
});
