import * as signals from "trading-signals";
import type { Rival } from "./rival.ts";

export const pviRival: Rival = {
  indicator: "pvi",
  tradingSignals({ candles }) {
    const stream = new signals.PVI();
    let last;
    for (const candle of candles) last = stream.update(candle, false);
    return last;
  },
};
