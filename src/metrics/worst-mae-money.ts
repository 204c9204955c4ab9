import { bookedMoney } from "./booked-money.ts";
import { defineMetric } from "./define.ts";
import { excursionMoney } from "./excursion-money.ts";
import { smallest } from "./extremes.ts";

/** Worst adverse excursion of a trade in money. */
export const worstMaeMoneyMetric = defineMetric({
  name: "worst-mae-money",
  title: "Worst MAE in money",
  group: "trade",
  unit: "money",
  formula: "lowest over trades of the worst unrealised result of a trade while open",
  convention:
    "Maximum adverse excursion, of the value at entry, before commissions. As far as bars tell: extremes count for the bars between entry and exit, and for the bar of an entry by a market order at its open; of the bar of another entry its close counts, of that of an exit inside it its open. Rounded as money is booked. Missing without trades.",
  better: "higher",
  source: "J. Sweeney, Maximum Adverse Excursion, 1996.",
  inSummary: false,
  compute: ({ trades, moneyDecimals }) => bookedMoney(smallest(excursionMoney(trades, "mae")), moneyDecimals),
});
