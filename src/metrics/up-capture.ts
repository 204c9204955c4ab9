import { defineMetric } from "./define.ts";

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
