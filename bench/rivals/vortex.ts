import * as signals from "trading-signals";
import type { Rival } from "./rival.ts";

export const vortexRival: Rival = {
  indicator: "vortex",
  tradingSignals({ candles }) {
    const stream = new signals.VortexIndicator(14);
    let last;
    for (const candle of candles) last = stream.update(candle, false);
    return last;
  },
};
