import { UltimateOscillator } from "trading-signals";
import type { Rival } from "./rival.ts";

export const ultoscRival: Rival = {
  indicator: "ultosc",
  tradingSignals({ candles }) {
    const stream = new UltimateOscillator({ shortPeriod: 7, mediumPeriod: 14, longPeriod: 28 });
    let last;
    for (const candle of candles) last = stream.update(candle, false);
    return last;
  },
};
