import { crossedAbove, crossedBelow, defineStrategy, param, ta } from "hindcast";

/** Buys a breakout above the upper band, with a stop at the lower band. */
export const bollingerBreakout = defineStrategy({
  name: "bollinger-breakout",
  description:
    "Buys a close above the upper band with a stop at the lower band; exits when the close falls below the middle band.",
  params: {
    period: param.integer({ default: 20, min: 2, max: 200, description: "period of the bands, in bars" }),
    deviations: param.number({ default: 2, min: 0.1, max: 10, description: "half width, in standard deviations" }),
  },
  indicators: ({ close }, { period, deviations }) => ({ bands: ta.bollinger(close, period, deviations) }),
  onBar({ ind, close, position, orders }) {
    if (position.flat) {
      if (crossedAbove(close, ind.bands.upper)) orders.buy({ percent: 1 });
    } else if (crossedBelow(close, ind.bands.middle)) {
      // Partly filled entries are canceled too, since they would open a new position after the close.
      orders.cancelAll();
      orders.close();
    } else {
      orders.cancelAll();
      orders.sell({ quantity: position.quantity, stop: ind.bands.lower.value, reduceOnly: true, tag: "stop" });
    }
  },
});
