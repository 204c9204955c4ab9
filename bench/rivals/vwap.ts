import { VWAP } from "technicalindicators";
import * as signals from "trading-signals";
import type { Rival } from "./rival.ts";

export const vwapRival: Rival = {
  indicator: "vwap",
  // Neither begins anew with a session, and neither has bands.
  technicalindicators: ({ highs, lows, closes, volumes }) =>
    VWAP.calculate({ high: highs, low: lows, close: closes, volume: volumes }),
  tradingSignals({ candles }) {
    const stream = new signals.VWAP();
    let last;
    for (const candle of candles) last = stream.update(candle, false);
    return last;
  },
};
