import { crossedAbove, crossedBelow, defineStrategy, param, ta } from "hindcast";

/** Buys in the oversold zone, and sells at a resting profit target or in the overbought zone. */
export const stochasticSwing = defineStrategy({
  name: "stochastic-swing",
  description:
    "Buys when %K crosses above %D in the oversold zone; sells at a profit target, or at a cross back in the overbought zone.",
  params: {
    period: param.integer({ default: 14, min: 2, max: 100, description: "period of %K, in bars" }),
    low: param.number({ default: 20, min: 0, max: 100, description: "a %K below this value is oversold" }),
    high: param.number({ default: 80, min: 0, max: 100, description: "a %K above this value is overbought" }),
    target: param.number({
      default: 0.05,
      min: 0.001,
      max: 1,
      description: "profit at which to sell, as a fraction of the entry price",
    }),
  },
  constraint: ({ low, high }) => low < high || "low must be below high",
  indicators: ({ high, low, close }, { period }) => ({ stochastic: ta.stochastic(high, low, close, period) }),
  onBar({ ind, params, position, orders }) {
    const { k, d } = ind.stochastic;
    // An open market order may take several bars to fill if volume is low. Closing again would sell twice.
    if (orders.open.some(({ type }) => type === "market")) return;
    if (position.flat) {
      if (crossedAbove(k, d) && k.value < params.low) orders.buy({ percent: 0.95 });
    } else if (crossedBelow(k, d) && k.value > params.high) {
      // With the conventions of some engines, close() keeps the profit target open, which could then fill too.
      orders.cancelAll();
      orders.close();
    } else if (orders.open.length === 0) {
      orders.sell({
        quantity: position.quantity,
        limit: position.averagePrice * (1 + params.target),
        timeInForce: "gtc",
        reduceOnly: true,
        tag: "target",
      });
    }
  },
});
