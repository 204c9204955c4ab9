import { defineMetric } from "./define.ts";

/** How common large moves are for the deviation. */
export const kurtosisMetric = defineMetric({
  name: "kurtosis",
  title: "Kurtosis",
  group: "risk",
  unit: "ratio",
  formula: "mean((r - mean)^4) / deviation^4, with r the return of a session",
  convention:
    "Plain, not excess: 3 for a normal distribution; population moments (over n). Above 3 large moves are more common than the deviation says. Missing for fewer than two sessions, for returns that do not vary, and when a session began with no equity.",
  better: "lower",
  compute: ({ shape }) => shape.kurtosis,
});
