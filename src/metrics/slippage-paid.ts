import { defineMetric } from "./define.ts";

/** All slippage of the run. */
export const slippagePaidMetric = defineMetric({
  name: "slippage-paid",
  title: "Slippage paid",
  group: "cost",
  unit: "money",
  formula: "sum over fills of money booked * slippage per unit / price",
  convention:
    "By how much worse than the price they were aimed at the fills were, of positions still open too. 0 when nothing was traded.",
  better: "lower",
  compute: ({ slippagePaid }) => slippagePaid,
});
