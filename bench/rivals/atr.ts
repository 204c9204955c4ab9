import * as indicatorts from "indicatorts";
import { ATR } from "technicalindicators";
import * as signals from "trading-signals";
import type { Rival } from "./rival.ts";

export const atrRival: Rival = {
  indicator: "atr",
  technicalindicators: ({ highs, lows, closes }) =>
    ATR.calculate({ high: highs, low: lows, close: closes, period: 14 }),
  tradingSignals({ candles }) {
    const stream = new signals.ATR(14);
    let last;
    for (const candle of candles) last = stream.update(candle, false);
    return last;
  },
  // The true ranges come out as well, and their average is a simple one.
  indicatorts: ({ highs, lows, closes }) => indicatorts.averageTrueRange(highs, lows, closes, { period: 14 }),
};
