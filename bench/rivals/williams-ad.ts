import * as signals from "trading-signals";
import type { Rival } from "./rival.ts";

export const williamsAdRival: Rival = {
  indicator: "williamsAd",
  tradingSignals({ candles }) {
    const stream = new signals.WAD();
    let last;
    for (const candle of candles) last = stream.update(candle, false);
    return last;
  },
};
