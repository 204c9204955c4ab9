import { defineMetric } from "./define.ts";
import { excursions } from "./excursion-money.ts";
import { smallest } from "./extremes.ts";

/** Worst adverse excursion of a trade. */
export const worstMaeMetric = defineMetric({
  name: "worst-mae",
  title: "Worst MAE",
  group: "trade",
  unit: "fraction",
  formula: "lowest over trades of the worst unrealised move while open / entry price",
  convention:
    "Maximum adverse excursion. As far as bars tell: extremes count for the bars between entry and exit, and for the bar of an entry by a market order at its open; of the bar of another entry its close counts, of that of an exit inside it its open. Missing without trades.",
  better: "higher",
  source: "J. Sweeney, Maximum Adverse Excursion, 1996.",
  inSummary: false,
  compute: ({ trades }) => smallest(excursions(trades, "mae")),
});
