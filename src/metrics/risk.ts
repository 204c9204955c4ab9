import type { Column } from "../primitives/column.ts";
import { defineMetric } from "./define.ts";
import {
  mean,
  moments,
  partialMoments,
  type PartialMoments,
  percentile,
  returnShape,
  ROUNDING,
  TAIL,
} from "./statistics.ts";

function volatilityOf(returns: Column, periodsPerYear: number): number {
  return moments(returns, 1).deviation * Math.sqrt(periodsPerYear);
}

/**
 * How much the account swings in a year: the deviation of its returns, made annual as if sessions were independent.
 *
 * Formula: σ₁(r)·√A with σ₁ the sample deviation (over n − 1), r returns per session, A sessions a year; a fraction.
 * 0 when the returns do not vary. NaN for fewer than two returns.
 *
 * @example
 * metrics.volatility(Float64Array.of(0.01, -0.02, 0.03), 252); // 0.399500
 */
export const volatility = defineMetric({
  name: "volatility",
  title: "Volatility",
  group: "risk",
  unit: "fraction",
  formula: "deviation(r) * sqrt(A), with r the return of a session and A sessions a year",
  convention:
    "Sample deviation (over n - 1). Missing for fewer than two sessions, and when a session began with no equity.",
  better: "lower",
  compute: ({ returnMoments, periodsPerYear }) => returnMoments.deviation * Math.sqrt(periodsPerYear),
  call: volatilityOf,
});

function downsideDeviationOf(returns: Column, minimumReturn: number, periodsPerYear: number): number {
  return deviation(partialMoments(returns, minimumReturn), returns.length, minimumReturn, periodsPerYear);
}

function deviation(
  { squaredShortfalls }: PartialMoments,
  sessions: number,
  minimumReturn: number,
  periodsPerYear: number,
): number {
  const ofSession = Math.sqrt(squaredShortfalls / sessions);
  return ofSession <= ROUNDING * (1 + Math.abs(minimumReturn)) ? 0 : ofSession * Math.sqrt(periodsPerYear);
}

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
 * metrics.downsideDeviation(Float64Array.of(0.01, -0.02, 0.03), 0, 252); // 0.183303
 */
export const downsideDeviation = defineMetric({
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
  call: downsideDeviationOf,
});

/**
 * On which side of the mean the rare large moves lie. NaN for fewer than two returns, and for returns that do not vary.
 *
 * @example
 * metrics.skewness(Float64Array.of(-0.01, 0, 0.01)); // 0
 */
export const skewness = defineMetric({
  name: "skewness",
  title: "Skewness",
  group: "risk",
  unit: "ratio",
  formula: "mean((r - mean)^3) / deviation^3, with r the return of a session",
  convention:
    "Population moments (over n). Below 0 the rare large moves are losses. Missing for fewer than two sessions, for returns that do not vary, and when a session began with no equity.",
  better: "higher",
  compute: ({ shape }) => shape.skewness,
  call: (returns: Column) => returnShape(returns, moments(returns, 1)).skewness,
});

/**
 * How common large moves are for the deviation: 3 for a normal distribution. NaN for fewer than two returns, and for returns that do not vary.
 *
 * @example
 * metrics.kurtosis(Float64Array.of(-0.01, 0, 0.01)); // 1.5
 */
export const kurtosis = defineMetric({
  name: "kurtosis",
  title: "Kurtosis",
  group: "risk",
  unit: "ratio",
  formula: "mean((r - mean)^4) / deviation^4, with r the return of a session",
  convention:
    "Plain, not excess: 3 for a normal distribution; population moments (over n). Above 3 large moves are more common than the deviation says. Missing for fewer than two sessions, for returns that do not vary, and when a session began with no equity.",
  better: "lower",
  compute: ({ shape }) => shape.kurtosis,
  call: (returns: Column) => returnShape(returns, moments(returns, 1)).kurtosis,
});

function valueAtRiskOf(returns: Column, share = TAIL): number {
  return percentile(returns, share);
}

/**
 * The return that one session in twenty falls below: what to be ready for each month, not the worst that can be.
 *
 * Formula: the percentile `share` of r, returns per session, between the two nearest in proportion; a fraction, below 0 for a loss. NaN
 * without returns.
 *
 * @example
 * metrics.valueAtRisk(Float64Array.of(0.03, -0.02, 0.01, 0.02, -0.01), 0.25); // -0.01
 */
export const valueAtRisk = defineMetric({
  name: "value-at-risk",
  title: "Value at risk",
  group: "risk",
  unit: "fraction",
  formula: "5th percentile of r, with r the return of a session",
  convention:
    "Historical, over one session, the percentile between the two nearest returns in proportion; a loss is negative. Missing without sessions, and when a session began with no equity.",
  better: "higher",
  inSummary: false,
  compute: ({ tails }) => tails.low,
  call: valueAtRiskOf,
});

function conditionalValueAtRiskOf(returns: Column, share = TAIL): number {
  const sorted = returns.toSorted();
  // Missing ones come last.
  if (Number.isNaN(sorted.at(-1))) return NaN;
  return mean(sorted.subarray(0, Math.floor((returns.length - 1) * share) + 1));
}

/**
 * What a bad session loses on average: the mean of the returns up to the percentile that the value at risk names.
 *
 * Formula: mean of the worst ⌊(n − 1)·share⌋ + 1 of n returns per session; a fraction. NaN without returns, and where one of them is missing.
 *
 * Source: R. T. Rockafellar and S. Uryasev, "Optimization of Conditional Value-at-Risk", Journal of Risk, 2000.
 *
 * @example
 * metrics.conditionalValueAtRisk(Float64Array.of(0.03, -0.02, 0.01, 0.02, -0.01), 0.25); // -0.015
 */
export const conditionalValueAtRisk = defineMetric({
  name: "conditional-value-at-risk",
  title: "Conditional value at risk",
  group: "risk",
  unit: "fraction",
  formula: "mean of the worst floor((n - 1) / 20) + 1 of the n returns of sessions",
  convention:
    "Also called expected shortfall; historical, over one session; a loss is negative. Missing without sessions, and when a session began with no equity.",
  better: "higher",
  source: "R. T. Rockafellar and S. Uryasev, Optimization of Conditional Value-at-Risk, Journal of Risk, 2000.",
  inSummary: false,
  compute: ({ tails }) => tails.lowMean,
  call: conditionalValueAtRiskOf,
});

function tailRatioOf(returns: Column): number {
  return ratio(percentile(returns, 1 - TAIL), percentile(returns, TAIL));
}

function ratio(high: number, low: number): number {
  return low !== 0 ? Math.abs(high) / Math.abs(low) : NaN;
}

/**
 * How far the best sessions reach beside the worst: above 1 the surprises are on the good side.
 *
 * Formula: |q₉₅| / |q₅| with q the percentiles of returns per session; a plain number. NaN without returns and where q₅ is 0.
 *
 * @example
 * metrics.tailRatio(Float64Array.of(0.5, 1, -0.5, -0.2, 0)); // 2.04545
 */
export const tailRatio = defineMetric({
  name: "tail-ratio",
  title: "Tail ratio",
  group: "ratio",
  unit: "ratio",
  formula: "|95th percentile of r| / |5th percentile of r|, with r the return of a session",
  convention:
    "Above 1 when good sessions reach further than bad ones. Missing when the 5th percentile is 0, without sessions, and when a session began with no equity.",
  better: "higher",
  inSummary: false,
  compute: ({ tails }) => ratio(tails.high, tails.low),
  call: tailRatioOf,
});

function stabilityOf(equity: Column, sessions: Int32Array, startEquity: number): number {
  const n = sessions.length;
  if (n < 3) return NaN;
  const logs = new Float64Array(n);
  for (let i = 0; i < n; i++) logs[i] = Math.log(equity[sessions[i]!]! / startEquity);
  const average = mean(logs);
  const middle = (n - 1) / 2;
  let product = 0;
  let squares = 0;
  for (let i = 0; i < n; i++) {
    const difference = logs[i]! - average;
    product += (i - middle) * difference;
    squares += difference * difference;
  }
  const places = (n * (n * n - 1)) / 12;
  return Math.sqrt(squares / n) > ROUNDING ? (product * product) / (places * squares) : NaN;
}

/**
 * How steadily the account moved: the share of the variance of log equity that a straight line over the sessions explains.
 *
 * Formula: R² of the regression of log(E) on the number of the session; from 0 to 1. NaN for fewer than three sessions, for equity that
 * stands still, and where it is zero or below.
 *
 * @example
 * metrics.stability(Float64Array.of(100, 110, 100, 121), Int32Array.of(0, 1, 2, 3), 100); // 0.454545
 */
export const stability = defineMetric({
  name: "stability",
  title: "Stability",
  group: "ratio",
  unit: "fraction",
  formula: "R^2 of the straight line through log(equity) at the close of each session",
  convention:
    "1 for an account that grows (or shrinks) at a steady rate; the starting cash is not a point of the line. Missing for fewer than three sessions, for equity that does not change, and for an account at zero or below.",
  better: "higher",
  inSummary: false,
  compute: ({ equity, sessions, startEquity }) => stabilityOf(equity, sessions, startEquity),
  call: stabilityOf,
});
