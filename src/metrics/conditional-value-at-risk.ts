import type { Column } from "../primitives/column.ts";
import { defineMetric } from "./define.ts";
import { mean } from "./moments.ts";
import { TAIL } from "./tails.ts";

/**
 * What a bad session loses on average: the mean of the returns up to the percentile that the value at risk names.
 *
 * Formula: mean of the worst ⌊(n − 1)·share⌋ + 1 of n returns per session; a fraction. NaN without returns, and where one of them is missing.
 *
 * Source: R. T. Rockafellar and S. Uryasev, "Optimization of Conditional Value-at-Risk", Journal of Risk, 2000.
 *
 * @example
 * conditionalValueAtRisk(Float64Array.of(0.03, -0.02, 0.01, 0.02, -0.01), 0.25); // -0.015
 */
export function conditionalValueAtRisk(returns: Column, share = TAIL): number {
  const sorted = returns.toSorted();
  // Missing ones come last.
  if (Number.isNaN(sorted.at(-1))) return NaN;
  return mean(sorted.subarray(0, Math.floor((returns.length - 1) * share) + 1));
}

/** Mean of the worst twentieth of sessions. */
export const conditionalValueAtRiskMetric = defineMetric({
  name: "conditional-value-at-risk",
  title: "Conditional value at risk",
  group: "risk",
  unit: "fraction",
  formula: "mean of the worst floor((n - 1) / 20) + 1 of the n returns of sessions",
  convention:
    "Also called expected shortfall; historical, over one session; a loss is negative. Missing without sessions, and when a session began with no equity.",
  better: "higher",
  source: "R. T. Rockafellar and S. Uryasev, Optimization of Conditional Value-at-Risk, Journal of Risk, 2000.",
  inSummary: false,
  compute: ({ tails }) => tails.lowMean,
});
