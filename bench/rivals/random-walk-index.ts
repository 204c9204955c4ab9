import * as signals from "trading-signals";
import type { Rival } from "./rival.ts";

export const randomWalkIndexRival: Rival = {
  indicator: "randomWalkIndex",
  tradingSignals({ candles }) {
    const stream = new signals.RandomWalkIndex(14);
    let last;
    for (const candle of candles) last = stream.update(candle, false);
    return last;
  },
};
