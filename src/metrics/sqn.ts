import type { Column } from "../primitives/column.ts";
import { defineMetric } from "./define.ts";
import { moments } from "./moments.ts";

/**
 * System quality number: how surely the mean profit of a trade is above zero. It is the t-value of that mean; 2 is where luck
 * begins to be an unlikely reason. It grows with the number of trades.
 *
 * Formula: √n·mean(profit) / σ₁(profit) with n trades and σ₁ the sample deviation; a plain number. NaN for fewer than two
 * trades, and when all profits are the same.
 *
 * Source: V. K. Tharp, "Definitive Guide to Position Sizing", 2008 (there of multiples of risk, with n at most 100).
 *
 * @example
 * systemQualityNumber(Float64Array.of(50, -20, 30)); // 0.960769
 */
export function systemQualityNumber(pnl: Column): number {
  const { mean, deviation } = moments(pnl);
  return deviation > 0 ? (Math.sqrt(pnl.length) * mean) / deviation : NaN;
}

/** System quality number. */
export const sqnMetric = defineMetric({
  name: "sqn",
  title: "SQN",
  group: "trade",
  unit: "ratio",
  formula: "sqrt(trades) * mean(profit) / deviation(profit)",
  convention:
    "Of money, after commissions; sample deviation (over n - 1); the number of trades is not capped. Missing for fewer than two trades, and when all profits are the same.",
  better: "higher",
  source: "V. K. Tharp, Definitive Guide to Position Sizing, 2008.",
  compute: ({ trades }) => systemQualityNumber(trades.pnl),
});
