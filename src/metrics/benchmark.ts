import { defineMetric } from "./define.ts";
import type { Column } from "../primitives/column.ts";
import { captures as capturesOf } from "./captures.ts";
import { comoments, type Comoments } from "./statistics.ts";

/** Alpha: annualized return that beta times the benchmark's return does not explain. */
export const alpha = defineMetric({
  name: "alpha",
  title: "Alpha",
  group: "benchmark",
  unit: "fraction",
  formula:
    "(mean(r - f) - beta * mean(b - f)) * sessions per year, with r and b the returns of account and benchmark in a session and f the risk-free return",
  convention:
    "Jensen's alpha, annualized by multiplication, not compounded. The default benchmark is buy and hold. Missing for fewer than two sessions, if the benchmark does not move, and if a session began without equity.",
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
 * Beta: average change of the account per unit of change of the benchmark; 0 if the two are uncorrelated.
 *
 * Formula: cov(r, b) / var(b) with r and b returns per session; a plain number. NaN for fewer than two returns, and if b does not vary.
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
    "The default benchmark is buy and hold. Missing for fewer than two sessions, if the benchmark does not move, and if a session began without equity.",
  better: "neither",
  source: "W. F. Sharpe, Capital Asset Prices, Journal of Finance, 1964.",
  inSummary: false,
  compute: (run) => run.comoments.beta,
  call: betaOf,
});

/**
 * Up capture: the account's share of the benchmark's return in rising sessions. Above 1, the account rose more than the benchmark.
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
    "The default benchmark is buy and hold. Above 1, the account rose more than the benchmark. Missing if the benchmark never rose, and if equity fell to zero or below.",
  better: "higher",
  inSummary: false,
  compute: ({ captures }) => captures.up,
  call: (returns: Column, benchmark: Column) => capturesOf(returns, benchmark).up,
});

/**
 * Down capture: the account's share of the benchmark's return in falling sessions. Below 1, the account fell less than the benchmark.
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
    "The default benchmark is buy and hold. Below 1, the account fell less than the benchmark. Missing if the benchmark never fell, and if equity fell to zero or below.",
  better: "lower",
  inSummary: false,
  compute: ({ captures }) => captures.down,
  call: (returns: Column, benchmark: Column) => capturesOf(returns, benchmark).down,
});

function informationRatioOf({ activeMean, activeDeviation }: Comoments, periodsPerYear: number): number {
  return activeDeviation > 0 ? (activeMean / activeDeviation) * Math.sqrt(periodsPerYear) : NaN;
}

/**
 * Information ratio: annualized return above the benchmark per unit of tracking error.
 *
 * @example
 * metrics.informationRatio(Float64Array.of(0.02, -0.01, 0.05), Float64Array.of(0.01, -0.01, 0.03), 252); // 15.8745
 */
export const informationRatio = defineMetric({
  name: "information-ratio",
  title: "Information ratio",
  group: "benchmark",
  unit: "ratio",
  formula:
    "mean(r - b) / deviation(r - b) * sqrt(sessions per year), with r and b the returns of account and benchmark in a session",
  convention:
    "Sample deviation (over n - 1). The default benchmark is buy and hold. Missing for fewer than two sessions, if r - b does not vary, and if a session began without equity.",
  better: "higher",
  source: "T. H. Goodwin, The Information Ratio, Financial Analysts Journal, 1998.",
  inSummary: false,
  compute: (run) => informationRatioOf(run.comoments, run.periodsPerYear),
  call: (returns: Column, benchmark: Column, periodsPerYear: number) =>
    informationRatioOf(comoments(returns, benchmark), periodsPerYear),
});

/**
 * Tracking error: annualized deviation of the account's returns from those of the benchmark; a fraction.
 *
 * @example
 * metrics.trackingError(Float64Array.of(0.02, -0.01, 0.05), Float64Array.of(0.01, -0.01, 0.03), 252); // 0.158745
 */
export const trackingError = defineMetric({
  name: "tracking-error",
  title: "Tracking error",
  group: "benchmark",
  unit: "fraction",
  formula: "deviation(r - b) * sqrt(sessions per year), with r and b the returns of account and benchmark in a session",
  convention:
    "Sample deviation (over n - 1). The default benchmark is buy and hold. Missing for fewer than two sessions, and if a session began without equity.",
  better: "neither",
  inSummary: false,
  compute: (run) => run.comoments.activeDeviation * Math.sqrt(run.periodsPerYear),
  call: (returns: Column, benchmark: Column, periodsPerYear: number) =>
    comoments(returns, benchmark).activeDeviation * Math.sqrt(periodsPerYear),
});

/** Treynor ratio: annualized return above the risk-free rate per unit of beta. */
export const treynor = defineMetric({
  name: "treynor",
  title: "Treynor ratio",
  group: "benchmark",
  unit: "ratio",
  formula: "mean(r - f) * sessions per year / beta, with r the return of a session and f the risk-free return",
  convention: "The default benchmark is buy and hold. Missing if beta is missing or 0.",
  better: "higher",
  source: "J. L. Treynor, How to Rate Management of Investment Funds, Harvard Business Review, 1965.",
  inSummary: false,
  compute({ returnMoments, comoments: { beta: slope }, riskFreeReturn, periodsPerYear }) {
    return slope !== 0 ? ((returnMoments.mean - riskFreeReturn) * periodsPerYear) / slope : NaN;
  },
});
