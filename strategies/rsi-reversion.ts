import { defineStrategy, param, ta } from "hindcast";

/** Buys dips in a rising market, and sells the recovery. */
export const rsiReversion = defineStrategy({
  name: "rsi-reversion",
  description: "Buys when RSI is low and the close is above its long average; sells when RSI has recovered.",
  params: {
    period: param.integer({ default: 2, min: 2, max: 50, description: "period of the RSI, in bars" }),
    low: param.number({ default: 10, min: 0, max: 100, description: "buy below this RSI" }),
    high: param.number({ default: 65, min: 0, max: 100, description: "sell above this RSI" }),
    trend: param.integer({ default: 200, min: 2, max: 500, description: "period of the long average, in bars" }),
  },
  constraint: ({ low, high }) => low < high || "low must be below high",
  indicators: ({ close }, { period, trend }) => ({ rsi: ta.rsi(close, period), trend: ta.sma(close, trend) }),
  onBar({ ind, close, params, position, orders }) {
    if (position.flat) {
      if (ind.rsi.value < params.low && close.value > ind.trend.value) orders.buy({ percent: 1 });
    } else if (ind.rsi.value > params.high) {
      orders.close();
    }
  },
});
