import { ADX } from "technicalindicators";
import * as signals from "trading-signals";
import type { Rival } from "./rival.ts";

export const adxRival: Rival = {
  indicator: "adx",
  technicalindicators: ({ highs, lows, closes }) =>
    ADX.calculate({ high: highs, low: lows, close: closes, period: 14 }),
  tradingSignals({ candles }) {
    const stream = new signals.ADX(14);
    let last;
    for (const candle of candles) last = stream.update(candle, false);
    return last;
  },
};
