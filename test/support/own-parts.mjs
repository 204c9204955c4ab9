// User's file with a strategy and custom parts of the execution model. Tests and threads load it from source.
import {
  crossedAbove,
  crossedBelow,
  defineCommission,
  defineFills,
  defineLiquidity,
  defineSizing,
  defineSlippage,
  defineStrategy,
  param,
  ta,
} from "hindcast";

/** Slippage by a share of the known bar's range, and more for a large share of its volume. */
export const byRange = defineSlippage({
  name: "by-range",
  options: { share: 0.1 },
  distance: ({ high, low, quantity, volume }, { share }) =>
    high > low ? share * (high - low) * Math.min(1, quantity / volume + 0.5) : 0,
});

export const atLeastOne = defineCommission({
  name: "at-least-one",
  options: { leastCharge: 1, rate: 0.0005 },
  charge: ({ value }, { leastCharge, rate }) => Math.max(leastCharge, value * rate),
});

/** Half of the requested size, and less for a wide bar. */
export const calm = defineSizing({
  name: "calm",
  options: { share: 0.5 },
  units: ({ percent, equity, price, high, low }, { share }) => (share * percent * equity) / (price + 10 * (high - low)),
});

export const hundredth = defineLiquidity({ name: "hundredth", units: ({ volume }) => volume / 100 });

/** Stops fill halfway between their standard price and the worst price of the bar. */
export const harsh = defineFills({
  name: "harsh",
  options: { share: 0.5 },
  stop: ({ sign, standard, high, low }, { share }) => standard + share * ((sign === 1 ? high : low) - standard),
});

export const protectedCross = defineStrategy({
  name: "protected-cross",
  params: { fast: param.integer({ default: 3 }), slow: param.integer({ default: 8 }) },
  indicators: ({ close }, { fast, slow }) => ({ fast: ta.sma(close, fast), slow: ta.sma(close, slow) }),
  onBar({ bar, ind, orders }) {
    if (crossedAbove(ind.fast, ind.slow)) orders.buy({ percent: 0.5, stopLoss: bar.close * 0.98 });
    else if (crossedBelow(ind.fast, ind.slow)) orders.close();
  },
});
