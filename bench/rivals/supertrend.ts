import * as signals from "trading-signals";
import type { Rival } from "./rival.ts";

export const supertrendRival: Rival = {
  indicator: "supertrend",
  tradingSignals({ candles }) {
    const stream = new signals.SuperTrend({ interval: 10, multiplier: 3 });
    let last;
    for (const candle of candles) last = stream.update(candle, false);
    return last;
  },
};
