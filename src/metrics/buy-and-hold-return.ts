import { defineMetric } from "./define.ts";
import { totalReturn } from "./total-return.ts";

/** Gain of the same money bought at the first open and held: what the strategy has to beat. */
export const buyAndHoldReturnMetric = defineMetric({
  name: "buy-and-hold-return",
  title: "Buy and hold return",
  group: "return",
  unit: "fraction",
  formula: "(final value of buy and hold - starting cash) / starting cash",
  convention:
    "The same money bought at the first open and held to the last record, with its dividends where the run is paid them. Missing without records.",
  better: "neither",
  compute: ({ buyAndHold, startEquity }) => totalReturn(buyAndHold, startEquity),
});
