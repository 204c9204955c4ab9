import { cagrMetric } from "./cagr.ts";
import { defineMetric } from "./define.ts";
import { ulcerIndexMetric } from "./ulcer-index.ts";

/**
 * What a year brought above cash for each unit of worry, which is the ulcer index. Also known as the Martin ratio.
 *
 * Formula: excess annual growth / ulcer index, both fractions; a plain number. NaN when there was no drawdown.
 *
 * @example
 * ulcerPerformanceIndex(0.12, 0.06); // 2
 */
export function ulcerPerformanceIndex(excessGrowth: number, ulcer: number): number {
  return ulcer > 0 ? excessGrowth / ulcer : NaN;
}

/** Growth above cash for the worry it cost. */
export const ulcerPerformanceIndexMetric = defineMetric({
  name: "ulcer-performance-index",
  title: "Ulcer performance index",
  group: "ratio",
  unit: "ratio",
  formula: "(CAGR - risk-free rate) / ulcer index",
  convention:
    "Also called the Martin ratio; rates are annual. Missing when the account never was below its peak, and when CAGR is missing.",
  better: "higher",
  source: "P. G. Martin and B. B. McCann, The Investor's Guide to Fidelity Funds, 1989.",
  compute: (run) => ulcerPerformanceIndex(run.value(cagrMetric) - run.riskFreeRate, run.value(ulcerIndexMetric)),
});
