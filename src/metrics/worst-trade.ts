import { defineMetric } from "./define.ts";
import { smallest } from "./extremes.ts";

/** Smallest return of a trade. */
export const worstTradeMetric = defineMetric({
  name: "worst-trade",
  title: "Worst trade",
  group: "trade",
  unit: "fraction",
  formula: "smallest return of a trade, with return = profit / value at entry",
  convention: "After commissions. Missing without trades.",
  better: "higher",
  compute: ({ trades }) => smallest(trades.return),
});
