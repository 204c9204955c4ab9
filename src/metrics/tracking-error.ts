import { defineMetric } from "./define.ts";

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
  compute: ({ comoments, periodsPerYear }) => comoments.activeDeviation * Math.sqrt(periodsPerYear),
});
