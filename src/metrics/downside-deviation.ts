import type { Column } from "../primitives/column.ts";
import { defineMetric } from "./define.ts";
import { ROUNDING } from "./moments.ts";
import { partialMoments, type PartialMoments } from "./partial-moments.ts";

/**
 * How far returns fall short of the least that is asked of them, in a year. Unlike volatility it does not hold good sessions
 * against the account.
 *
 * Formula: √mean(min(r − m, 0)²)·√A with r returns per session, m the minimum return per session, A sessions a year; a
 * fraction. The mean is over all sessions, not only over those below the minimum. 0 when none is below. NaN without returns.
 *
 * Source: F. Sortino and R. van der Meer, "Downside risk", Journal of Portfolio Management, 1991.
 *
 * @example
 * downsideDeviation(Float64Array.of(0.01, -0.02, 0.03), 0, 252); // 0.183303
 */
export function downsideDeviation(returns: Column, minimumReturn: number, periodsPerYear: number): number {
  return deviation(partialMoments(returns, minimumReturn), returns.length, minimumReturn, periodsPerYear);
}

function deviation(moments: PartialMoments, sessions: number, minimumReturn: number, periodsPerYear: number): number {
  const ofSession = Math.sqrt(moments.squaredShortfalls / sessions);
  return ofSession <= ROUNDING * (1 + Math.abs(minimumReturn)) ? 0 : ofSession * Math.sqrt(periodsPerYear);
}

/** Annual deviation below the minimum return. */
export const downsideDeviationMetric = defineMetric({
  name: "downside-deviation",
  title: "Downside deviation",
  group: "risk",
  unit: "fraction",
  formula: "sqrt(mean(min(r - m, 0)^2)) * sqrt(A), with r the return of a session and m the minimum return",
  convention:
    "The mean is over all sessions. 0 when no session is below the minimum. Missing without sessions, and when a session began with no equity.",
  better: "lower",
  source: "F. Sortino and R. van der Meer, Downside risk, Journal of Portfolio Management, 1991.",
  compute: (run) => deviation(run.partialMoments, run.returns.length, run.minimumReturn, run.periodsPerYear),
});
