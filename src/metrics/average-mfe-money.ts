import { defineMetric } from "./define.ts";
import { excursionMoney } from "./excursion-money.ts";
import { mean } from "./moments.ts";

/** Mean favorable excursion of a trade in money. */
export const averageMfeMoneyMetric = defineMetric({
  name: "average-mfe-money",
  title: "Average MFE in money",
  group: "trade",
  unit: "money",
  formula: "mean over trades of the best unrealised result of a trade while open",
  convention:
    "Maximum favorable excursion, of the value at entry, before commissions. As far as bars tell: extremes count for the bars between entry and exit, and for the bar of an entry by a market order at its open; of the bar of another entry its close counts, of that of an exit inside it its open. Missing without trades.",
  better: "higher",
  source: "J. Sweeney, Maximum Adverse Excursion, 1996.",
  inSummary: false,
  compute: ({ trades }) => mean(excursionMoney(trades, "mfe")),
});
