import type { Column } from "../primitives/column.ts";
import { comoments } from "./comoments.ts";
import { defineMetric } from "./define.ts";

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
