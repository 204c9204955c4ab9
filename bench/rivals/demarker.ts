import { DeMarker } from "trading-signals";
import type { Rival } from "./rival.ts";

export const demarkerRival: Rival = {
  indicator: "demarker",
  tradingSignals({ candles }) {
    const stream = new DeMarker({ interval: 14 });
    let last;
    for (const candle of candles) last = stream.update(candle, false);
    return last;
  },
};
