import type { Column } from "../primitives/column.ts";
import { defineMetric } from "./define.ts";
import { percentile, TAIL } from "./tails.ts";

/**
 * How far the best sessions reach beside the worst: above 1 the surprises are on the good side.
 *
 * Formula: |q₉₅| / |q₅| with q the percentiles of returns per session; a plain number. NaN without returns and where q₅ is 0.
 *
 * @example
 * tailRatio(Float64Array.of(0.5, 1, -0.5, -0.2, 0)); // 2.04545
 */
export function tailRatio(returns: Column): number {
  return ratio(percentile(returns, 1 - TAIL), percentile(returns, TAIL));
}

function ratio(high: number, low: number): number {
  return low !== 0 ? Math.abs(high) / Math.abs(low) : NaN;
}

/** How far the good tail reaches beside the bad one. */
export const tailRatioMetric = defineMetric({
  name: "tail-ratio",
  title: "Tail ratio",
  group: "ratio",
  unit: "ratio",
  formula: "|95th percentile of r| / |5th percentile of r|, with r the return of a session",
  convention:
    "Above 1 when good sessions reach further than bad ones. Missing when the 5th percentile is 0, without sessions, and when a session began with no equity.",
  better: "higher",
  inSummary: false,
  compute: ({ tails }) => ratio(tails.high, tails.low),
});
