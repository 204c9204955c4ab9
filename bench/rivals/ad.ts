import * as indicatorts from "indicatorts";
import { ADL } from "technicalindicators";
import * as signals from "trading-signals";
import type { Rival } from "./rival.ts";

export const adRival: Rival = {
  indicator: "ad",
  technicalindicators: ({ highs, lows, closes, volumes }) =>
    ADL.calculate({ high: highs, low: lows, close: closes, volume: volumes }),
  tradingSignals({ candles }) {
    const stream = new signals.AD();
    let last;
    for (const candle of candles) last = stream.update(candle, false);
    return last;
  },
  indicatorts: ({ highs, lows, closes, volumes }) => indicatorts.ad(highs, lows, closes, volumes),
};
