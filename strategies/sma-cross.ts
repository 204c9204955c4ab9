import { crossedAbove, crossedBelow, defineStrategy, param, ta } from "hindcast";

/** Long while a fast average is above a slow one. */
export const smaCross = defineStrategy({
  name: "sma-cross",
  description: "Buys when the fast average crosses above the slow one; sells when it crosses back below.",
  params: {
    fast: param.integer({ default: 10, min: 2, max: 100, description: "period of the fast average, in bars" }),
    slow: param.integer({ default: 30, min: 3, max: 300, description: "period of the slow average, in bars" }),
  },
  constraint: ({ fast, slow }) => fast < slow || "fast must be below slow",
  indicators: ({ close }, { fast, slow }) => ({ fast: ta.sma(close, fast), slow: ta.sma(close, slow) }),
  onBar({ ind, orders }) {
    if (crossedAbove(ind.fast, ind.slow)) orders.buy({ percent: 1 });
    else if (crossedBelow(ind.fast, ind.slow)) orders.close();
  },
});
