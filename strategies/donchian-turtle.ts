import { defineStrategy, param, ta } from "hindcast";

/**
 * Buys at new highs of several weeks, and risks the same share of equity in each trade: the wider the stop, the smaller the position.
 *
 * Known to fail in markets without a trend: most breakouts are stopped out, and a few long winners must pay for them. The strategy is long only; the
 * traders it is named after also sold short.
 */
export const donchianTurtle = defineStrategy({
  name: "donchian-turtle",
  description:
    "Buys a close above the channel of the previous bars, sized by the loss at the stop; exits at the stop or below a shorter channel.",
  params: {
    entry: param.integer({ default: 20, min: 2, max: 300, description: "period of the entry channel, in bars" }),
    exit: param.integer({ default: 10, min: 2, max: 300, description: "period of the exit channel, in bars" }),
    atr: param.integer({ default: 20, min: 2, max: 200, description: "period of the average true range, in bars" }),
    stop: param.number({ default: 2, min: 0.1, max: 20, description: "distance of the stop, in average true ranges" }),
    risk: param.number({
      default: 0.01,
      min: 0.0001,
      max: 0.2,
      description: "share of equity that a trade loses at its stop",
    }),
  },
  constraint: ({ entry, exit }) => exit <= entry || "exit must not be above entry",
  indicators: ({ high, low, close }, params) => ({
    entry: ta.donchian(high, low, params.entry, 1),
    exit: ta.donchian(high, low, params.exit, 1),
    atr: ta.atr(high, low, close, params.atr),
  }),
  onBar({ ind, close, params, position, orders }) {
    if (!position.flat) {
      if (close.value < ind.exit.lower.value) orders.close();
    } else if (close.value > ind.entry.upper.value) {
      const stopPrice = close.value - params.stop * ind.atr.value;
      if (stopPrice > 0) orders.buy({ risk: params.risk, stopPrice, stopLoss: stopPrice });
    }
  },
});
