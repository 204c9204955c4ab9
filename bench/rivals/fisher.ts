import { FisherTransform } from "trading-signals";
import type { Rival } from "./rival.ts";

export const fisherRival: Rival = {
  indicator: "fisher",
  // Without a trigger.
  tradingSignals({ candles }) {
    const stream = new FisherTransform(10);
    let last;
    for (const candle of candles) last = stream.update(candle, false);
    return last;
  },
};
