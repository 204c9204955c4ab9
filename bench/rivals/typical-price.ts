import * as indicatorts from "indicatorts";
import { getTypicalPrice } from "trading-signals";
import type { Rival } from "./rival.ts";

export const typicalPriceRival: Rival = {
  indicator: "typicalPrice",
  tradingSignals({ candles }) {
    let last;
    for (const candle of candles) last = getTypicalPrice(candle);
    return last;
  },
  indicatorts: ({ highs, lows, closes }) => indicatorts.typprice(highs, lows, closes),
};
