import { getMedianPrice } from "trading-signals";
import type { Rival } from "./rival.ts";

export const medianPriceRival: Rival = {
  indicator: "medianPrice",
  tradingSignals({ candles }) {
    let last;
    for (const candle of candles) last = getMedianPrice(candle);
    return last;
  },
};
