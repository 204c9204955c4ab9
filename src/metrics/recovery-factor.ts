import { defineMetric } from "./define.ts";
import { maxDrawdownMetric } from "./max-drawdown.ts";
import { totalReturnMetric } from "./total-return.ts";

/**
 * How many times the run earned back its deepest fall.
 *
 * Formula: total return / |max drawdown|, both fractions; a plain number. NaN when there was no drawdown.
 *
 * @example
 * recoveryFactor(0.6, -0.2); // 3
 */
export function recoveryFactor(runReturn: number, maxDrawdown: number): number {
  return maxDrawdown < 0 ? runReturn / -maxDrawdown : NaN;
}

/** Gain for the deepest fall. */
export const recoveryFactorMetric = defineMetric({
  name: "recovery-factor",
  title: "Recovery factor",
  group: "ratio",
  unit: "ratio",
  formula: "total return / |max drawdown|",
  convention: "Over the whole run, not by the year. Missing without a drawdown.",
  better: "higher",
  compute: (run) => recoveryFactor(run.value(totalReturnMetric), run.value(maxDrawdownMetric)),
});
