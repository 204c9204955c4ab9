import { bookedMoney } from "./booked-money.ts";
import { defineMetric } from "./define.ts";

/** What the account was worth at the end. */
export const finalEquityMetric = defineMetric({
  name: "final-equity",
  title: "Final equity",
  group: "return",
  unit: "money",
  formula: "last record of equity",
  convention:
    "Open positions count at their last mark, without the commission of closing them. Rounded as money is booked. Missing without records.",
  better: "higher",
  compute: ({ equity, moneyDecimals }) => bookedMoney(equity.at(-1) ?? NaN, moneyDecimals),
});
