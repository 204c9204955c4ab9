import type { Column } from "../primitives/column.ts";
import { defineMetric } from "./define.ts";
import {
  mean,
  moments,
  type Moments,
  normalCdf,
  normalQuantile,
  partialMoments,
  type PartialMoments,
  type ReturnShape,
} from "./statistics.ts";
import { downsideDeviation } from "./risk.ts";
import { cagr, totalReturn } from "./returns.ts";
import { maxDrawdown, ulcerIndex } from "./drawdowns.ts";
import type { Trials } from "./performance-facts.ts";

function sharpeRatio(returns: Column, riskFreeReturn: number, periodsPerYear: number): number {
  return sharpeOf(moments(returns, 1), riskFreeReturn, periodsPerYear);
}

function sharpeOf(returns: Moments, riskFreeReturn: number, periodsPerYear: number): number {
  const { deviation } = returns;
  return deviation > 0 ? ((returns.mean - riskFreeReturn) / deviation) * Math.sqrt(periodsPerYear) : NaN;
}

/**
 * Sharpe ratio: annualized excess return per unit of volatility. A value around 1 is good. A value above 3 often indicates an error.
 *
 * Formula: mean(r − f) / σ₁(r)·√A with r returns per session, f the risk-free return per session, σ₁ the sample deviation
 * (over n − 1), A sessions a year; a plain number. NaN for fewer than two returns, and if returns do not vary.
 *
 * Source: W. F. Sharpe, "The Sharpe Ratio", Journal of Portfolio Management, 1994.
 *
 * @example
 * metrics.sharpe(Float64Array.of(0.01, -0.02, 0.03), 0, 252); // 4.20526
 */
export const sharpe = defineMetric({
  name: "sharpe",
  title: "Sharpe ratio",
  group: "ratio",
  unit: "ratio",
  formula:
    "mean(r - f) / deviation(r) * sqrt(sessions per year), with r the return and f the risk-free return of a session",
  convention:
    "Sample deviation (over n - 1). f is the annual risk-free rate / sessions per year. Missing for fewer than two sessions, if returns do not vary, and if a session began without equity.",
  better: "higher",
  source: "W. F. Sharpe, The Sharpe Ratio, Journal of Portfolio Management, 1994.",
  compute: ({ returnMoments, riskFreeReturn, periodsPerYear }) =>
    sharpeOf(returnMoments, riskFreeReturn, periodsPerYear),
  call: sharpeRatio,
});

function sortinoRatio(returns: Column, minimumReturn: number, periodsPerYear: number): number {
  if (returns.length < 2) return NaN;
  const downside = downsideDeviation(returns, minimumReturn, periodsPerYear);
  return sortinoOf(mean(returns), downside, minimumReturn, periodsPerYear);
}

function sortinoOf(meanReturn: number, downside: number, minimumReturn: number, periodsPerYear: number): number {
  return downside > 0 ? ((meanReturn - minimumReturn) / downside) * periodsPerYear : NaN;
}

/**
 * Sortino ratio: annualized return above a minimum per unit of downside deviation. Unlike the Sharpe ratio, it does not penalize
 * returns above the minimum.
 *
 * Formula: mean(r − m) / √mean(min(r − m, 0)²)·√A with r returns per session, m the minimum return per session, A sessions a
 * year; a plain number. NaN for fewer than two returns, and if none is below the minimum.
 *
 * Source: F. Sortino and L. Price, "Performance Measurement in a Downside Risk Framework", Journal of Investing, 1994.
 *
 * @example
 * metrics.sortino(Float64Array.of(0.01, -0.02, 0.03), 0, 252); // 9.16515
 */
export const sortino = defineMetric({
  name: "sortino",
  title: "Sortino ratio",
  group: "ratio",
  unit: "ratio",
  formula:
    "mean(r - m) / sqrt(mean(min(r - m, 0)^2)) * sqrt(sessions per year), with r the return of a session and m the minimum return",
  convention:
    "The downside deviation is over all sessions. Missing for fewer than two sessions, if no return is below the minimum, and if a session began without equity.",
  better: "higher",
  source: "F. Sortino and L. Price, Performance Measurement in a Downside Risk Framework, Journal of Investing, 1994.",
  compute(run) {
    const { returns, returnMoments, minimumReturn, periodsPerYear } = run;
    if (returns.length < 2) return NaN;
    return sortinoOf(returnMoments.mean, run.value(downsideDeviation), minimumReturn, periodsPerYear);
  },
  call: sortinoRatio,
});

function calmarRatio(annualGrowth: number, deepest: number): number {
  return deepest < 0 ? annualGrowth / -deepest : NaN;
}

/**
 * Calmar ratio: annual growth divided by the maximum drawdown.
 *
 * Formula: annual growth / |max drawdown|, both fractions; a plain number. NaN without a drawdown.
 *
 * Source: T. W. Young, "Calmar Ratio: A Smoother Tool", Futures, 1991.
 *
 * @example
 * metrics.calmar(0.15, -0.2); // 0.75
 */
export const calmar = defineMetric({
  name: "calmar",
  title: "Calmar ratio",
  group: "ratio",
  unit: "ratio",
  formula: "CAGR / |max drawdown|",
  convention:
    "Computed over the whole run, not over the last 36 months as first published. CAGR counts calendar days. Missing without a drawdown, and if CAGR is missing.",
  better: "higher",
  source: "T. W. Young, Calmar Ratio: A Smoother Tool, Futures, 1991.",
  compute: (performance) => calmarRatio(performance.value(cagr), performance.value(maxDrawdown)),
  call: calmarRatio,
});

function omegaRatio(returns: Column, minimumReturn: number): number {
  return omegaOf(partialMoments(returns, minimumReturn));
}

function omegaOf({ gains, shortfalls }: PartialMoments): number {
  return shortfalls > 0 ? gains / shortfalls : NaN;
}

/**
 * Omega ratio: sum of returns above a minimum, divided by the sum of shortfalls below it. It uses the whole distribution of returns, not
 * only its mean and deviation.
 *
 * Formula: Σ max(r − m, 0) / Σ max(m − r, 0) with r returns per session and m the minimum return per session; a plain number. 1 if the mean
 * return equals the minimum. NaN if no return is below the minimum.
 *
 * Source: C. Keating and W. F. Shadwick, "A Universal Performance Measure", Journal of Performance Measurement, 2002.
 *
 * @example
 * metrics.omega(Float64Array.of(0.02, -0.01, 0.03), 0); // 5
 */
export const omega = defineMetric({
  name: "omega",
  title: "Omega ratio",
  group: "ratio",
  unit: "ratio",
  formula: "sum(max(r - m, 0)) / sum(max(m - r, 0)), with r the return of a session and m the minimum return",
  convention:
    "The minimum return m is per session. Missing if no return is below m, without sessions, and if a session began without equity.",
  better: "higher",
  source: "C. Keating and W. F. Shadwick, A Universal Performance Measure, Journal of Performance Measurement, 2002.",
  compute: (run) => omegaOf(run.partialMoments),
  call: omegaRatio,
});

function recoveryFactorOf(runReturn: number, deepest: number): number {
  return deepest < 0 ? runReturn / -deepest : NaN;
}

/**
 * Recovery factor: total return divided by the maximum drawdown.
 *
 * Formula: total return / |max drawdown|, both fractions; a plain number. NaN without a drawdown.
 *
 * @example
 * metrics.recoveryFactor(0.6, -0.2); // 3
 */
export const recoveryFactor = defineMetric({
  name: "recovery-factor",
  title: "Recovery factor",
  group: "ratio",
  unit: "ratio",
  formula: "total return / |max drawdown|",
  convention: "Computed over the whole run, not annualized. Missing without a drawdown.",
  better: "higher",
  compute: (run) => recoveryFactorOf(run.value(totalReturn), run.value(maxDrawdown)),
  call: recoveryFactorOf,
});

function ulcerPerformanceIndexOf(excessGrowth: number, ulcer: number): number {
  return ulcer > 0 ? excessGrowth / ulcer : NaN;
}

/**
 * Ulcer performance index, also known as the Martin ratio: excess annual growth divided by the ulcer index.
 *
 * Formula: (CAGR − risk-free rate) / ulcer index, all fractions; a plain number. NaN without a drawdown.
 *
 * @example
 * metrics.ulcerPerformanceIndex(0.12, 0.06); // 2
 */
export const ulcerPerformanceIndex = defineMetric({
  name: "ulcer-performance-index",
  title: "Ulcer performance index",
  group: "ratio",
  unit: "ratio",
  formula: "(CAGR - risk-free rate) / ulcer index",
  convention:
    "Also called the Martin ratio. Rates are annual. Missing if equity was never below its peak, and if CAGR is missing.",
  better: "higher",
  source: "P. G. Martin and B. B. McCann, The Investor's Guide to Fidelity Funds, 1989.",
  compute: (run) => ulcerPerformanceIndexOf(run.value(cagr) - run.riskFreeRate, run.value(ulcerIndex)),
  call: ulcerPerformanceIndexOf,
});

function probabilisticSharpeOf(ratio: number, sessions: number, shape: ReturnShape, threshold = 0): number {
  const { skewness, kurtosis } = shape;
  const variance = 1 - skewness * ratio + ((kurtosis - 1) / 4) * ratio * ratio;
  return sessions > 1 && variance > 0
    ? normalCdf(((ratio - threshold) * Math.sqrt(sessions - 1)) / Math.sqrt(variance))
    : NaN;
}

/**
 * Probabilistic Sharpe ratio: probability that the true Sharpe ratio exceeds a threshold, given the number of sessions and the distribution
 * of returns.
 *
 * Formula: N((S − S*)·√(n − 1) / √(1 − γ₃·S + (γ₄ − 1)/4·S²)) with S the Sharpe ratio per session over n sessions, S* the threshold in the
 * same unit, γ₃ the skewness and γ₄ the plain kurtosis (3 for a normal distribution); a probability. NaN for fewer than two sessions.
 *
 * Source: D. H. Bailey and M. López de Prado, "The Sharpe Ratio Efficient Frontier", Journal of Risk, 2012.
 *
 * @example
 * metrics.probabilisticSharpe(0.1, 101, { skewness: 0, kurtosis: 3 }); // 0.840741
 */
export const probabilisticSharpe = defineMetric({
  name: "probabilistic-sharpe",
  title: "Probabilistic Sharpe ratio",
  group: "ratio",
  unit: "fraction",
  formula:
    "N(S * sqrt(n - 1) / sqrt(1 - skewness * S + (kurtosis - 1) / 4 * S^2)), with S the Sharpe ratio per session, n the number of sessions and N the cumulative normal distribution",
  convention:
    "Probability that the true Sharpe ratio is above 0. Kurtosis is plain: 3 for a normal distribution. S is not annualized. Missing if the Sharpe ratio is missing.",
  better: "higher",
  source: "D. H. Bailey and M. Lopez de Prado, The Sharpe Ratio Efficient Frontier, Journal of Risk, 2012.",
  compute({ returns, returnMoments, riskFreeReturn, shape }) {
    const ratio = (returnMoments.mean - riskFreeReturn) / returnMoments.deviation;
    return probabilisticSharpeOf(ratio, returns.length, shape);
  },
  call: probabilisticSharpeOf,
});

const EULER = 0.577_215_664_901_532_9;

/**
 * Returns the expected maximum Sharpe ratio of a number of trials without skill.
 *
 * Formula: √V·((1 − γ)·Q(1 − 1/N) + γ·Q(1 − 1/(N·e))) with N trials, V the variance of their Sharpe ratios, Q the normal quantile and
 * γ = 0.5772…; in the unit of the trials' ratios. 0 for one trial. NaN for none.
 *
 * @example
 * metrics.expectedMaximumSharpe({ count: 100, variance: 0.01 }); // 0.25306
 */
export function expectedMaximumSharpe({ count, variance }: Trials): number {
  if (!(count >= 1 && variance >= 0)) return NaN;
  if (count === 1) return 0;
  const quantile = (1 - EULER) * normalQuantile(1 - 1 / count) + EULER * normalQuantile(1 - 1 / (count * Math.E));
  return Math.sqrt(variance) * quantile;
}

function deflatedSharpeOf(ratio: number, sessions: number, shape: ReturnShape, trials: Trials): number {
  return probabilisticSharpeOf(ratio, sessions, shape, expectedMaximumSharpe(trials));
}

/**
 * Deflated Sharpe ratio: probability that the true Sharpe ratio exceeds the expected maximum of as many trials without skill. Below 0.95,
 * a backtest selected from many trials is not significant.
 *
 * Formula: the probabilistic Sharpe ratio with the expected maximum of the trials as its threshold; a probability. NaN without trials.
 *
 * Source: D. H. Bailey and M. López de Prado, "The Deflated Sharpe Ratio", Journal of Portfolio Management, 2014.
 *
 * @example
 * metrics.deflatedSharpe(0.1, 101, { skewness: 0, kurtosis: 3 }, { count: 1, variance: 0.01 }); // 0.840741
 */
export const deflatedSharpe = defineMetric({
  name: "deflated-sharpe",
  title: "Deflated Sharpe ratio",
  group: "ratio",
  unit: "fraction",
  formula: "probability that the true Sharpe ratio exceeds M, the expected maximum of N trials without skill",
  convention:
    "M = sqrt(V) * ((1 - g) * Q(1 - 1 / N) + g * Q(1 - 1 / (N * e))). V is the variance of the trials' Sharpe ratios per session, Q the normal quantile, and g = 0.5772. Otherwise computed like probabilistic-sharpe. Missing if N is unknown.",
  better: "higher",
  source: "D. H. Bailey and M. Lopez de Prado, The Deflated Sharpe Ratio, Journal of Portfolio Management, 2014.",
  inSummary: false,
  compute({ returns, returnMoments, riskFreeReturn, shape, trials }) {
    const ratio = (returnMoments.mean - riskFreeReturn) / returnMoments.deviation;
    return deflatedSharpeOf(ratio, returns.length, shape, trials);
  },
  call: deflatedSharpeOf,
});
