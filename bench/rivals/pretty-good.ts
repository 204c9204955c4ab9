import { PGO } from "trading-signals";
import type { Rival } from "./rival.ts";

export const prettyGoodRival: Rival = {
  indicator: "prettyGood",
  // One average more than ours: that of an average true range.
  tradingSignals({ candles }) {
    const stream = new PGO({ interval: 14 });
    let last;
    for (const candle of candles) last = stream.update(candle, false);
    return last;
  },
};
