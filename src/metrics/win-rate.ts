import type { Column } from "../primitives/column.ts";
import { defineMetric } from "./define.ts";

/**
 * How often a trade wins. Says nothing without the size of wins and losses: many small wins pay for few large losses until
 * they do not.
 *
 * Formula: trades with a profit above 0 / trades, profit after commissions; a fraction. NaN without trades.
 *
 * @example
 * winRate(Float64Array.of(50, -20, 0, 30)); // 0.5
 */
export function winRate(pnl: Column): number {
  let wins = 0;
  for (let i = 0; i < pnl.length; i++) if (pnl[i]! > 0) wins++;
  return wins / pnl.length;
}

/** Share of trades that won. */
export const winRateMetric = defineMetric({
  name: "win-rate",
  title: "Win rate",
  group: "trade",
  unit: "fraction",
  formula: "trades with profit above 0 / trades",
  convention: "Profit after commissions; a trade of profit 0 is no win. Missing without trades.",
  better: "higher",
  compute: ({ trades }) => winRate(trades.pnl),
});
