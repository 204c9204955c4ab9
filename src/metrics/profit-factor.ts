import type { Column } from "../primitives/column.ts";
import { defineMetric } from "./define.ts";

/**
 * How much the winning trades made for each unit of money that the losing trades lost: above 1 the trades earned money.
 *
 * Formula: Σ profits / |Σ losses|, after commissions; a plain number. 0 when no trade won. NaN without losses: the ratio then
 * has no bound, and a number in its place would rank a lucky run of two trades above all others.
 *
 * @example
 * profitFactor(Float64Array.of(50, -20, 30)); // 4
 */
export function profitFactor(pnl: Column): number {
  let profits = 0;
  let losses = 0;
  for (let i = 0; i < pnl.length; i++) {
    const profit = pnl[i]!;
    if (profit > 0) profits += profit;
    else losses -= profit;
  }
  return losses > 0 ? profits / losses : NaN;
}

/** Money won for each unit lost. */
export const profitFactorMetric = defineMetric({
  name: "profit-factor",
  title: "Profit factor",
  group: "trade",
  unit: "ratio",
  formula: "sum of profits / |sum of losses|",
  convention:
    "Of money, after commissions. Missing when no trade lost, since the ratio then has no bound (see the win rate), and so without trades.",
  better: "higher",
  compute: ({ trades }) => profitFactor(trades.pnl),
});
