import { crossedAbove, crossedBelow, defineStrategy, param, ta } from "hindcast";

/** Buys strength beyond the upper band, and protects it by a stop at the lower one. */
export const bollingerBreakout = defineStrategy({
  name: "bollinger-breakout",
  description:
    "Buys a close above the upper band with a stop at the lower band; leaves when the close falls below the middle.",
  params: {
    period: param.integer({ default: 20, min: 2, max: 200, description: "period of the bands, in bars" }),
    deviations: param.number({ default: 2, min: 0.1, max: 10, description: "half width, in standard deviations" }),
  },
  indicators: ({ close }, { period, deviations }) => ({ bands: ta.bollinger(close, period, deviations) }),
  onBar({ ind, close, position, orders }) {
    if (position.flat) {
      if (crossedAbove(close, ind.bands.upper)) orders.buy({ percent: 1 });
    } else if (crossedBelow(close, ind.bands.middle)) {
      // Also what is still filling: a broker that fills in parts would else go on beyond flat.
      orders.cancelAll();
      orders.close();
    } else {
      orders.cancelAll();
      orders.sell({ quantity: position.quantity, stop: ind.bands.lower.value, reduceOnly: true, tag: "stop" });
    }
  },
});
