import * as signals from "trading-signals";
import type { Rival } from "./rival.ts";

export const adxrRival: Rival = {
  indicator: "adxr",
  tradingSignals({ candles }) {
    const stream = new signals.ADXR(14);
    let last;
    for (const candle of candles) last = stream.update(candle, false);
    return last;
  },
};
