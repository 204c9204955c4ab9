import { cagrMetric } from "./cagr.ts";
import { defineMetric } from "./define.ts";
import { maxDrawdownMetric } from "./max-drawdown.ts";

/**
 * What a year brought for the worst fall that had to be endured for it.
 *
 * Formula: annual growth / |max drawdown|, both fractions; a plain number. NaN when there was no drawdown.
 *
 * Source: T. W. Young, "Calmar Ratio: A Smoother Tool", Futures, 1991.
 *
 * @example
 * calmarRatio(0.15, -0.2); // 0.75
 */
export function calmarRatio(annualGrowth: number, maxDrawdown: number): number {
  return maxDrawdown < 0 ? annualGrowth / -maxDrawdown : NaN;
}

/** Annual growth for the deepest fall. */
export const calmarMetric = defineMetric({
  name: "calmar",
  title: "Calmar ratio",
  group: "ratio",
  unit: "ratio",
  formula: "CAGR / |max drawdown|",
  convention:
    "Over the whole run, not over the last 36 months as first published; CAGR by calendar days. Missing without a drawdown, and when CAGR is missing.",
  better: "higher",
  source: "T. W. Young, Calmar Ratio: A Smoother Tool, Futures, 1991.",
  compute: (performance) => calmarRatio(performance.value(cagrMetric), performance.value(maxDrawdownMetric)),
});
