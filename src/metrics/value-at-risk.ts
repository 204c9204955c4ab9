import type { Column } from "../primitives/column.ts";
import { defineMetric } from "./define.ts";
import { percentile, TAIL } from "./tails.ts";

/**
 * The return that one session in twenty falls below: what to be ready for each month, not the worst that can be.
 *
 * Formula: the percentile `share` of r, returns per session, between the two nearest in proportion; a fraction, below 0 for a loss. NaN
 * without returns.
 *
 * @example
 * valueAtRisk(Float64Array.of(0.03, -0.02, 0.01, 0.02, -0.01), 0.25); // -0.01
 */
export function valueAtRisk(returns: Column, share = TAIL): number {
  return percentile(returns, share);
}

/** What a session loses at most in nineteen of twenty, as far as the past tells. */
export const valueAtRiskMetric = defineMetric({
  name: "value-at-risk",
  title: "Value at risk",
  group: "risk",
  unit: "fraction",
  formula: "5th percentile of r, with r the return of a session",
  convention:
    "Historical, over one session, the percentile between the two nearest returns in proportion; a loss is negative. Missing without sessions, and when a session began with no equity.",
  better: "higher",
  inSummary: false,
  compute: ({ tails }) => tails.low,
});
