import { defineMetric } from "./define.ts";

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
  compute({ returnMoments, comoments, riskFreeReturn, periodsPerYear }) {
    const excess = returnMoments.mean - riskFreeReturn;
    return (excess - comoments.beta * (comoments.benchmarkMean - riskFreeReturn)) * periodsPerYear;
  },
});
