import { defineMetric } from "./define.ts";
import { excursionMoney } from "./excursion-money.ts";
import { mean } from "./moments.ts";

/** Mean adverse excursion of a trade in money. */
export const averageMaeMoneyMetric = defineMetric({
  name: "average-mae-money",
  title: "Average MAE in money",
  group: "trade",
  unit: "money",
  formula: "mean over trades of the worst unrealised result of a trade while open",
  convention:
    "Maximum adverse excursion, of the value at entry, before commissions. As far as bars tell: extremes count for the bars between entry and exit, and for the bar of an entry by a market order at its open; of the bar of another entry its close counts, of that of an exit inside it its open. Missing without trades.",
  better: "higher",
  source: "J. Sweeney, Maximum Adverse Excursion, 1996.",
  inSummary: false,
  compute: ({ trades }) => mean(excursionMoney(trades, "mae")),
});
