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
 * Volatility: annualized standard deviation of returns, assuming that sessions are independent.
 *
 * Formula: σ₁(r)·√A with σ₁ the sample deviation (over n − 1), r returns per session, A sessions a year; a fraction.
 * 0 if the returns do not vary. NaN for fewer than two returns.
 *
 * @example
 * metrics.volatility(Float64Array.of(0.01, -0.02, 0.03), 252); // 0.399500
 */
export const volatility = defineMetric({
  name: "volatility",
  title: "Volatility",
  group: "risk",
  unit: "fraction",
  formula: "deviation(r) * sqrt(sessions per year), with r the return of a session",
  convention:
    "Sample deviation (over n - 1). Missing for fewer than two sessions, and if a session began without equity.",
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
  const perSession = Math.sqrt(squaredShortfalls / sessions);
  return perSession <= ROUNDING * (1 + Math.abs(minimumReturn)) ? 0 : perSession * Math.sqrt(periodsPerYear);
}

/**
 * Downside deviation: annualized root mean square of the shortfalls below a minimum return. Unlike volatility, it does not penalize returns
 * above the minimum.
 *
 * Formula: √mean(min(r − m, 0)²)·√A with r returns per session, m the minimum return per session, A sessions a year; a
 * fraction. The mean is over all sessions, not only over those below the minimum. 0 if none is below. NaN without returns.
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
  formula:
    "sqrt(mean(min(r - m, 0)^2)) * sqrt(sessions per year), with r the return of a session and m the minimum return",
  convention:
    "The mean is over all sessions. 0 if no return is below the minimum. Missing without sessions, and if a session began without equity.",
  better: "lower",
  source: "F. Sortino and R. van der Meer, Downside risk, Journal of Portfolio Management, 1991.",
  compute: (run) => deviation(run.partialMoments, run.returns.length, run.minimumReturn, run.periodsPerYear),
  call: downsideDeviationOf,
});

/**
 * Skewness: asymmetry of returns. Below 0, the rare large moves are mostly losses. NaN for fewer than two returns, and if returns do not
 * vary.
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
    "Population moments (over n). Below 0, the rare large moves are mostly losses. Missing for fewer than two sessions, if returns do not vary, and if a session began without equity.",
  better: "higher",
  compute: ({ shape }) => shape.skewness,
  call: (returns: Column) => returnShape(returns, moments(returns, 1)).skewness,
});

/**
 * Kurtosis: frequency of large moves; 3 for a normal distribution. NaN for fewer than two returns, and if returns do not vary.
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
    "Plain, not excess: 3 for a normal distribution. Above 3, large moves are more frequent than in a normal distribution. Population moments (over n). Missing for fewer than two sessions, if returns do not vary, and if a session began without equity.",
  better: "lower",
  compute: ({ shape }) => shape.kurtosis,
  call: (returns: Column) => returnShape(returns, moments(returns, 1)).kurtosis,
});

function valueAtRiskOf(returns: Column, share = TAIL): number {
  return percentile(returns, share);
}

/**
 * Value at risk: return that 5% of sessions fall below, so about one session a month.
 *
 * Formula: percentile `share` of the returns per session (default 0.05), interpolated linearly; a fraction, below 0 for a loss. NaN without
 * returns.
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
    "Computed from the returns of the run, over one session. The percentile is interpolated linearly. A loss is negative. Missing without sessions, and if a session began without equity.",
  better: "higher",
  inSummary: false,
  compute: ({ tails }) => tails.low,
  call: valueAtRiskOf,
});

function conditionalValueAtRiskOf(returns: Column, share = TAIL): number {
  const sorted = returns.toSorted();
  // A typed array sorts NaN to its end, so a last value of NaN means that a return is missing.
  if (Number.isNaN(sorted.at(-1))) return NaN;
  return mean(sorted.subarray(0, Math.floor((returns.length - 1) * share) + 1));
}

/**
 * Conditional value at risk, also known as expected shortfall: mean of the worst 5% of returns.
 *
 * Formula: mean of the worst ⌊(n − 1)·share⌋ + 1 of n returns per session, `share` being 0.05 by default; a fraction. NaN without returns, and
 * if one is missing.
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
    "Also called expected shortfall. Computed from the returns of the run, over one session. A loss is negative. Missing without sessions, and if a session began without equity.",
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
 * Tail ratio: size of the best returns relative to the worst. Above 1, extreme gains exceed extreme losses.
 *
 * Formula: |q₉₅| / |q₅| with q the percentiles of returns per session; a plain number. NaN without returns, and if q₅ is 0.
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
    "Above 1, extreme gains exceed extreme losses. Missing if the 5th percentile is 0, without sessions, and if a session began without equity.",
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
  const sessionSquares = (n * (n * n - 1)) / 12;
  return Math.sqrt(squares / n) > ROUNDING ? (product * product) / (sessionSquares * squares) : NaN;
}

/**
 * Stability: how well a straight line fits the logarithm of equity.
 *
 * Formula: R² of the regression of log(E) on the session number; from 0 to 1. NaN for fewer than three sessions, if equity does not change,
 * and for equity at or below zero.
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
    "1 for an account that grows or shrinks at a constant rate. The starting cash is not a data point. Missing for fewer than three sessions, if equity does not change, and for equity at or below zero.",
  better: "higher",
  inSummary: false,
  compute: ({ equity, sessions, startEquity }) => stabilityOf(equity, sessions, startEquity),
  call: stabilityOf,
});
