import { bookedMoney } from "./booked-money.ts";
import { defineMetric } from "./define.ts";
import { largest } from "./extremes.ts";

/** The most that the account was ever worth. */
export const peakEquityMetric = defineMetric({
  name: "peak-equity",
  title: "Peak equity",
  group: "return",
  unit: "money",
  formula: "max(starting cash, largest record of equity)",
  convention:
    "Equity is seen at the close of each bar; a higher point inside a bar does not count. Rounded as money is booked. Missing without records.",
  better: "higher",
  compute: ({ equity, startEquity, moneyDecimals }) =>
    bookedMoney(equity.length > 0 ? Math.max(startEquity, largest(equity)) : NaN, moneyDecimals),
});
