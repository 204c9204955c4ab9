import type { Column } from "../primitives/column.ts";
import { defineMetric } from "./define.ts";
import { partialMoments, type PartialMoments } from "./partial-moments.ts";

/**
 * What sessions above the minimum brought for each unit that sessions below it lacked. It takes the whole distribution into account, not
 * only its mean and deviation.
 *
 * Formula: Σ max(r − m, 0) / Σ max(m − r, 0) with r returns per session and m the minimum return per session; a plain number. 1 where the mean
 * return is the minimum. NaN when no return is below the minimum.
 *
 * Source: C. Keating and W. F. Shadwick, "A Universal Performance Measure", Journal of Performance Measurement, 2002.
 *
 * @example
 * omegaRatio(Float64Array.of(0.02, -0.01, 0.03), 0); // 5
 */
export function omegaRatio(returns: Column, minimumReturn: number): number {
  return ratio(partialMoments(returns, minimumReturn));
}

function ratio({ gains, shortfalls }: PartialMoments): number {
  return shortfalls > 0 ? gains / shortfalls : NaN;
}

/** Gains above the minimum for each unit of shortfall. */
export const omegaMetric = defineMetric({
  name: "omega",
  title: "Omega ratio",
  group: "ratio",
  unit: "ratio",
  formula: "sum(max(r - m, 0)) / sum(max(m - r, 0)), with r the return of a session and m the minimum return",
  convention:
    "The minimum return is that of a session. Missing when no session is below it, without sessions, and when a session began with no equity.",
  better: "higher",
  source: "C. Keating and W. F. Shadwick, A Universal Performance Measure, Journal of Performance Measurement, 2002.",
  compute: ({ partialMoments: moments }) => ratio(moments),
});
