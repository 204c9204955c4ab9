import type { Column } from "../primitives/column.ts";
import { defineMetric } from "./define.ts";
import { downsideDeviation, downsideDeviationMetric } from "./downside-deviation.ts";
import { mean } from "./moments.ts";

/**
 * What each unit of downside brought in return above the least that is asked: the Sharpe ratio of an owner who does not mind
 * good surprises.
 *
 * Formula: mean(r − m) / √mean(min(r − m, 0)²)·√A with r returns per session, m the minimum return per session, A sessions a
 * year; a plain number. NaN for fewer than two returns, and when none is below the minimum.
 *
 * Source: F. Sortino and L. Price, "Performance Measurement in a Downside Risk Framework", Journal of Investing, 1994.
 *
 * @example
 * sortinoRatio(Float64Array.of(0.01, -0.02, 0.03), 0, 252); // 9.16515
 */
export function sortinoRatio(returns: Column, minimumReturn: number, periodsPerYear: number): number {
  if (returns.length < 2) return NaN;
  const downside = downsideDeviation(returns, minimumReturn, periodsPerYear);
  return ratio(mean(returns), downside, minimumReturn, periodsPerYear);
}

function ratio(meanReturn: number, downside: number, minimumReturn: number, periodsPerYear: number): number {
  return downside > 0 ? ((meanReturn - minimumReturn) / downside) * periodsPerYear : NaN;
}

/** Return above the minimum for each unit of downside. */
export const sortinoMetric = defineMetric({
  name: "sortino",
  title: "Sortino ratio",
  group: "ratio",
  unit: "ratio",
  formula:
    "mean(r - m) / sqrt(mean(min(r - m, 0)^2)) * sqrt(A), with r the return of a session and m the minimum return",
  convention:
    "The downside is over all sessions. Missing for fewer than two sessions, when no session is below the minimum, and when a session began with no equity.",
  better: "higher",
  source: "F. Sortino and L. Price, Performance Measurement in a Downside Risk Framework, Journal of Investing, 1994.",
  compute(run) {
    const { returns, returnMoments, minimumReturn, periodsPerYear } = run;
    if (returns.length < 2) return NaN;
    return ratio(returnMoments.mean, run.value(downsideDeviationMetric), minimumReturn, periodsPerYear);
  },
});
