import * as signals from "trading-signals";
import type { Rival } from "./rival.ts";

export const adoscRival: Rival = {
  indicator: "adosc",
  tradingSignals({ candles }) {
    const stream = new signals.ADOSC({ fastPeriod: 3, slowPeriod: 10 });
    let last;
    for (const candle of candles) last = stream.update(candle, false);
    return last;
  },
};
