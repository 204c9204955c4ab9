import { defineMetric } from "./define.ts";

/** On which side of the mean the rare large moves lie. */
export const skewnessMetric = defineMetric({
  name: "skewness",
  title: "Skewness",
  group: "risk",
  unit: "ratio",
  formula: "mean((r - mean)^3) / deviation^3, with r the return of a session",
  convention:
    "Population moments (over n). Below 0 the rare large moves are losses. Missing for fewer than two sessions, for returns that do not vary, and when a session began with no equity.",
  better: "higher",
  compute: ({ shape }) => shape.skewness,
});
