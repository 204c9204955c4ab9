import type { Column } from "../primitives/column.ts";
import { defineMetric } from "./define.ts";

/**
 * How large the average win is beside the average loss. At a win rate w the trades earn money when it is above (1 − w) / w.
 *
 * Formula: mean of profits / |mean of losses|, after commissions; a plain number. NaN without wins and without losses.
 *
 * @example
 * payoffRatio(Float64Array.of(50, -20, 30)); // 2
 */
export function payoffRatio(pnl: Column): number {
  let profits = 0;
  let losses = 0;
  let wins = 0;
  let lost = 0;
  for (let i = 0; i < pnl.length; i++) {
    const profit = pnl[i]!;
    if (profit > 0) {
      profits += profit;
      wins++;
    } else if (profit < 0) {
      losses -= profit;
      lost++;
    }
  }
  return wins > 0 && lost > 0 ? profits / wins / (losses / lost) : NaN;
}

/** Average win for an average loss. */
export const payoffRatioMetric = defineMetric({
  name: "payoff-ratio",
  title: "Payoff ratio",
  group: "trade",
  unit: "ratio",
  formula: "mean profit of winning trades / |mean loss of losing trades|",
  convention: "Of money, after commissions; trades of profit 0 are neither. Missing when no trade won or none lost.",
  better: "higher",
  compute: ({ trades }) => payoffRatio(trades.pnl),
});
