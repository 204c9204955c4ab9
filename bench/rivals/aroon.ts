import { aroon } from "indicatorts";
import { Aroon } from "trading-signals";
import type { Rival } from "./rival.ts";

export const aroonRival: Rival = {
  indicator: "aroon",
  tradingSignals({ candles }) {
    const stream = new Aroon(14);
    let last;
    for (const candle of candles) last = stream.update(candle, false);
    return last;
  },
  indicatorts: ({ highs, lows }) => aroon(highs, lows, { period: 14 }),
};
