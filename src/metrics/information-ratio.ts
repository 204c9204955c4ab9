import { defineMetric } from "./define.ts";

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
