import { defineMetric } from "./define.ts";
import type { Column } from "../primitives/column.ts";
import { captures as capturesOf } from "./captures.ts";
import { comoments, type Comoments } from "./statistics.ts";

/** Return that the benchmark does not explain. */
export const alpha = defineMetric({
  name: "alpha",
  title: "Alpha",
  group: "benchmark",
  unit: "fraction",
  formula:
    "(mean(r - f) - beta * mean(b - f)) * A, with r and b the returns of account and benchmark in a session and f the risk-free return",
  convention:
    "Jensen's, added up to a year and not compounded. The benchmark is buy and hold unless another is given. Missing for fewer than two sessions, for a benchmark that does not move, and when a session began with no equity.",
  better: "higher",
  source: "M. C. Jensen, The Performance of Mutual Funds in the Period 1945-1964, Journal of Finance, 1968.",
  inSummary: false,
  compute({ returnMoments, comoments: { beta: slope, benchmarkMean }, riskFreeReturn, periodsPerYear }) {
    const excess = returnMoments.mean - riskFreeReturn;
    return (excess - slope * (benchmarkMean - riskFreeReturn)) * periodsPerYear;
  },
});

function betaOf(returns: Column, benchmark: Column): number {
  return comoments(returns, benchmark).beta;
}

/**
 * How far the account moves when the benchmark moves by one: 0 for an account that goes its own way.
 *
 * Formula: cov(r, b) / var(b) with r and b returns per session; a plain number. NaN for fewer than two returns and where b does not vary.
 *
 * @example
 * metrics.beta(Float64Array.of(0.02, -0.01, 0.05), Float64Array.of(0.01, -0.01, 0.03)); // 1.5
 */
export const beta = defineMetric({
  name: "beta",
  title: "Beta",
  group: "benchmark",
  unit: "ratio",
  formula: "covariance(r, b) / variance(b), with r and b the returns of account and benchmark in a session",
  convention:
    "The benchmark is buy and hold unless another is given. Missing for fewer than two sessions, for a benchmark that does not move, and when a session began with no equity.",
  better: "neither",
  source: "W. F. Sharpe, Capital Asset Prices, Journal of Finance, 1964.",
  inSummary: false,
  compute: (run) => run.comoments.beta,
  call: betaOf,
});

/**
 * What the account did while the benchmark rose: above 1 it rose more.
 *
 * @example
 * metrics.upCapture(Float64Array.of(0.02, -0.5, 0.02), Float64Array.of(0.01, -0.1, 0.01)); // 2
 */
export const upCapture = defineMetric({
  name: "up-capture",
  title: "Up capture",
  group: "benchmark",
  unit: "ratio",
  formula:
    "geometric mean return of the account / that of the benchmark, over the sessions in which the benchmark rose",
  convention:
    "The benchmark is buy and hold unless another is given. Above 1 the account rose more. Missing when the benchmark never rose, and for an account at zero or below.",
  better: "higher",
  inSummary: false,
  compute: ({ captures }) => captures.up,
  call: (returns: Column, benchmark: Column) => capturesOf(returns, benchmark).up,
});

/**
 * What the account did while the benchmark fell: below 1 it fell less.
 *
 * @example
 * metrics.downCapture(Float64Array.of(0.02, -0.5, 0.02), Float64Array.of(0.01, -0.1, 0.01)); // 5
 */
export const downCapture = defineMetric({
  name: "down-capture",
  title: "Down capture",
  group: "benchmark",
  unit: "ratio",
  formula:
    "geometric mean return of the account / that of the benchmark, over the sessions in which the benchmark fell",
  convention:
    "The benchmark is buy and hold unless another is given. Below 1 the account fell less. Missing when the benchmark never fell, and for an account at zero or below.",
  better: "lower",
  inSummary: false,
  compute: ({ captures }) => captures.down,
  call: (returns: Column, benchmark: Column) => capturesOf(returns, benchmark).down,
});

function informationRatioOf({ activeMean, activeDeviation }: Comoments, periodsPerYear: number): number {
  return activeDeviation > 0 ? (activeMean / activeDeviation) * Math.sqrt(periodsPerYear) : NaN;
}

/**
 * Return beyond the benchmark for each unit of straying from it.
 *
 * @example
 * metrics.informationRatio(Float64Array.of(0.02, -0.01, 0.05), Float64Array.of(0.01, -0.01, 0.03), 252); // 15.8745
 */
export const informationRatio = defineMetric({
  name: "information-ratio",
  title: "Information ratio",
  group: "benchmark",
  unit: "ratio",
  formula: "mean(r - b) / deviation(r - b) * sqrt(A), with r and b the returns of account and benchmark in a session",
  convention:
    "Sample deviation (over n - 1). The benchmark is buy and hold unless another is given. Missing for fewer than two sessions, for an account that is its benchmark, and when a session began with no equity.",
  better: "higher",
  source: "T. H. Goodwin, The Information Ratio, Financial Analysts Journal, 1998.",
  inSummary: false,
  compute: (run) => informationRatioOf(run.comoments, run.periodsPerYear),
  call: (returns: Column, benchmark: Column, periodsPerYear: number) =>
    informationRatioOf(comoments(returns, benchmark), periodsPerYear),
});

/**
 * How far the account strays from the benchmark, in a year; a fraction.
 *
 * @example
 * metrics.trackingError(Float64Array.of(0.02, -0.01, 0.05), Float64Array.of(0.01, -0.01, 0.03), 252); // 0.158745
 */
export const trackingError = defineMetric({
  name: "tracking-error",
  title: "Tracking error",
  group: "benchmark",
  unit: "fraction",
  formula: "deviation(r - b) * sqrt(A), with r and b the returns of account and benchmark in a session",
  convention:
    "Sample deviation (over n - 1). The benchmark is buy and hold unless another is given. Missing for fewer than two sessions, and when a session began with no equity.",
  better: "neither",
  inSummary: false,
  compute: (run) => run.comoments.activeDeviation * Math.sqrt(run.periodsPerYear),
  call: (returns: Column, benchmark: Column, periodsPerYear: number) =>
    comoments(returns, benchmark).activeDeviation * Math.sqrt(periodsPerYear),
});

/** Return above cash for each unit of beta. */
export const treynor = defineMetric({
  name: "treynor",
  title: "Treynor ratio",
  group: "benchmark",
  unit: "ratio",
  formula: "mean(r - f) * A / beta, with r the return of a session and f the risk-free return",
  convention: "The benchmark is buy and hold unless another is given. Missing where beta is missing or 0.",
  better: "higher",
  source: "J. L. Treynor, How to Rate Management of Investment Funds, Harvard Business Review, 1965.",
  inSummary: false,
  compute({ returnMoments, comoments: { beta: slope }, riskFreeReturn, periodsPerYear }) {
    return slope !== 0 ? ((returnMoments.mean - riskFreeReturn) * periodsPerYear) / slope : NaN;
  },
});
