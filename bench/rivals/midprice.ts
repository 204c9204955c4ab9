import { DonchianChannels } from "trading-signals";
import type { Rival } from "./rival.ts";

export const midpriceRival: Rival = {
  indicator: "midprice",
  // Its middle line is one of three.
  tradingSignals({ candles }) {
    const stream = new DonchianChannels(14);
    let last;
    for (const candle of candles) last = stream.update(candle, false);
    return last;
  },
};
