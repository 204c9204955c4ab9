import { defineMetric } from "./define.ts";
import { largest } from "./extremes.ts";

/** Largest return of a trade. */
export const bestTradeMetric = defineMetric({
  name: "best-trade",
  title: "Best trade",
  group: "trade",
  unit: "fraction",
  formula: "largest return of a trade, with return = profit / value at entry",
  convention: "After commissions. Missing without trades.",
  better: "higher",
  compute: ({ trades }) => largest(trades.return),
});
