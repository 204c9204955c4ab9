import { defineMetric } from "./define.ts";

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
