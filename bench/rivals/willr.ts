import * as indicatorts from "indicatorts";
import { WilliamsR } from "technicalindicators";
import { WilliamsR as SignalsWilliamsR } from "trading-signals";
import type { Rival } from "./rival.ts";

export const willrRival: Rival = {
  indicator: "willr",
  technicalindicators: ({ highs, lows, closes }) =>
    WilliamsR.calculate({ high: highs, low: lows, close: closes, period: 14 }),
  tradingSignals({ candles }) {
    const stream = new SignalsWilliamsR(14);
    let last;
    for (const candle of candles) last = stream.update(candle, false);
    return last;
  },
  indicatorts: ({ highs, lows, closes }) => indicatorts.willr(highs, lows, closes, { period: 14 }),
};
