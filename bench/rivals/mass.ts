import * as indicatorts from "indicatorts";
import { MassIndex } from "trading-signals";
import type { Rival } from "./rival.ts";

export const massRival: Rival = {
  indicator: "mass",
  tradingSignals({ candles }) {
    const stream = new MassIndex(25);
    let last;
    for (const candle of candles) last = stream.update(candle, false);
    return last;
  },
  indicatorts: ({ highs, lows }) => indicatorts.massIndex(highs, lows, { emaPeriod: 9, miPeriod: 25 }),
};
