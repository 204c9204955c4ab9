import type { Column } from "../primitives/column.ts";
import { defineMetric } from "./define.ts";
import { moments } from "./moments.ts";

/**
 * How much the account swings in a year: the deviation of its returns, made annual as if sessions were independent.
 *
 * Formula: σ₁(r)·√A with σ₁ the sample deviation (over n − 1), r returns per session, A sessions a year; a fraction.
 * 0 when the returns do not vary. NaN for fewer than two returns.
 *
 * @example
 * volatility(Float64Array.of(0.01, -0.02, 0.03), 252); // 0.399500
 */
export function volatility(returns: Column, periodsPerYear: number): number {
  return moments(returns, 1).deviation * Math.sqrt(periodsPerYear);
}

/** Annual deviation of returns. */
export const volatilityMetric = defineMetric({
  name: "volatility",
  title: "Volatility",
  group: "risk",
  unit: "fraction",
  formula: "deviation(r) * sqrt(A), with r the return of a session and A sessions a year",
  convention:
    "Sample deviation (over n - 1). Missing for fewer than two sessions, and when a session began with no equity.",
  better: "lower",
  compute: ({ returnMoments, periodsPerYear }) => returnMoments.deviation * Math.sqrt(periodsPerYear),
});
