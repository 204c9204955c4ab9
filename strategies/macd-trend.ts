import { crossedAbove, crossedBelow, defineStrategy, param, ta } from "hindcast";

/** Follows momentum: long while MACD is above its signal line. */
export const macdTrend = defineStrategy({
  name: "macd-trend",
  description: "Buys when MACD crosses above its signal line; sells when it crosses back below.",
  params: {
    fast: param.integer({ default: 12, min: 2, max: 100, description: "period of the fast average, in bars" }),
    slow: param.integer({ default: 26, min: 3, max: 300, description: "period of the slow average, in bars" }),
    signal: param.integer({ default: 9, min: 2, max: 100, description: "period of the signal line, in bars" }),
  },
  constraint: ({ fast, slow }) => fast < slow || "fast must be below slow",
  indicators: ({ close }, { fast, slow, signal }) => ({ macd: ta.macd(close, fast, slow, signal) }),
  onBar({ ind, orders }) {
    if (crossedAbove(ind.macd.macd, ind.macd.signal)) orders.buy({ percent: 1 });
    else if (crossedBelow(ind.macd.macd, ind.macd.signal)) orders.close();
  },
});
