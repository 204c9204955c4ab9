import * as indicatorts from "indicatorts";
import { Stochastic } from "technicalindicators";
import { StochasticOscillator } from "trading-signals";
import type { Rival } from "./rival.ts";

export const stochasticRival: Rival = {
  indicator: "stochastic",
  // These two do not slow %K: one average less than ours.
  technicalindicators: ({ highs, lows, closes }) =>
    Stochastic.calculate({ high: highs, low: lows, close: closes, period: 14, signalPeriod: 3 }),
  indicatorts: ({ highs, lows, closes }) =>
    indicatorts.stochasticOscillator(highs, lows, closes, { kPeriod: 14, dPeriod: 3 }),
  tradingSignals({ candles }) {
    const stream = new StochasticOscillator({ kPeriod: 14, kSlowingPeriod: 3, dPeriod: 3 });
    let last;
    for (const candle of candles) last = stream.update(candle, false);
    return last;
  },
};
