import * as signals from "trading-signals";
import type { Rival } from "./rival.ts";

export const kvoRival: Rival = {
  indicator: "kvo",
  // It has no signal line: one average less than ours.
  tradingSignals({ candles }) {
    const stream = new signals.KVO(34, 55);
    let last;
    for (const candle of candles) last = stream.update(candle, false);
    return last;
  },
};
