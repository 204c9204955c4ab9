import { getWeightedClose } from "trading-signals";
import type { Rival } from "./rival.ts";

export const weightedCloseRival: Rival = {
  indicator: "weightedClose",
  tradingSignals({ candles }) {
    let last;
    for (const candle of candles) last = getWeightedClose(candle);
    return last;
  },
};
