import { defineMetric } from "./define.ts";
import type { Column } from "../primitives/column.ts";
import { comoments } from "./statistics.ts";

/** Return that the benchmark does not explain. */
export const alphaMetric = defineMetric({
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

/**
 * How far the account moves when the benchmark moves by one: 0 for an account that goes its own way.
 *
 * Formula: cov(r, b) / var(b) with r and b returns per session; a plain number. NaN for fewer than two returns and where b does not vary.
 *
 * @example
 * beta(Float64Array.of(0.02, -0.01, 0.05), Float64Array.of(0.01, -0.01, 0.03)); // 1.5
 */
export function beta(returns: Column, benchmark: Column): number {
  return comoments(returns, benchmark).beta;
}

/** How far the account moves with the benchmark. */
export const betaMetric = defineMetric({
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
});

/** What the account did while the benchmark rose. */
export const upCaptureMetric = defineMetric({
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
});

/** What the account did while the benchmark fell. */
export const downCaptureMetric = defineMetric({
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
});

/** Return beyond the benchmark for each unit of straying from it. */
export const informationRatioMetric = defineMetric({
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
  compute({ comoments: { activeMean, activeDeviation }, periodsPerYear }) {
    return activeDeviation > 0 ? (activeMean / activeDeviation) * Math.sqrt(periodsPerYear) : NaN;
  },
});

/** How far the account strays from the benchmark. */
export const trackingErrorMetric = defineMetric({
  name: "tracking-error",
  title: "Tracking error",
  group: "benchmark",
  unit: "fraction",
  formula: "deviation(r - b) * sqrt(A), with r and b the returns of account and benchmark in a session",
  convention:
    "Sample deviation (over n - 1). The benchmark is buy and hold unless another is given. Missing for fewer than two sessions, and when a session began with no equity.",
  better: "neither",
  inSummary: false,
  compute: ({ comoments: { activeDeviation }, periodsPerYear }) => activeDeviation * Math.sqrt(periodsPerYear),
});

/** Return above cash for each unit of beta. */
export const treynorMetric = defineMetric({
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
