import type { Column } from "../primitives/column.ts";
import { defineMetric } from "./define.ts";
import { mean } from "./moments.ts";

/**
 * What one more trade may be expected to bring, in money: the mean profit of a trade.
 *
 * Formula: mean(profit), the same as win rate × average win − loss rate × average loss; after commissions, in account
 * currency. NaN without trades.
 *
 * @example
 * expectancy(Float64Array.of(50, -20, 30)); // 20
 */
export function expectancy(pnl: Column): number {
  return mean(pnl);
}

/** Mean profit of a trade. */
export const expectancyMetric = defineMetric({
  name: "expectancy",
  title: "Expectancy",
  group: "trade",
  unit: "money",
  formula: "mean profit of a trade",
  convention: "In account currency, after commissions; as a fraction it is the average trade. Missing without trades.",
  better: "higher",
  compute: ({ trades }) => expectancy(trades.pnl),
});
