import * as indicatorts from "indicatorts";
import { TrueRange } from "technicalindicators";
import { TR } from "trading-signals";
import type { Rival } from "./rival.ts";

export const trueRangeRival: Rival = {
  indicator: "trueRange",
  technicalindicators: ({ highs, lows, closes }) => TrueRange.calculate({ high: highs, low: lows, close: closes }),
  tradingSignals({ candles }) {
    const stream = new TR();
    let last;
    for (const candle of candles) last = stream.update(candle, false);
    return last;
  },
  indicatorts: ({ highs, lows, closes }) => indicatorts.trueRange(highs, lows, closes),
};
