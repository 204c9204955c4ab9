import { Alligator } from "trading-signals";
import type { Rival } from "./rival.ts";

export const alligatorRival: Rival = {
  indicator: "alligator",
  tradingSignals({ candles }) {
    const stream = new Alligator({ jawShift: 0, teethShift: 0, lipsShift: 0 });
    let last;
    for (const candle of candles) last = stream.update(candle, false);
    return last;
  },
};
