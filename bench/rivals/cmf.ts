import * as indicatorts from "indicatorts";
import * as signals from "trading-signals";
import type { Rival } from "./rival.ts";

export const cmfRival: Rival = {
  indicator: "cmf",
  tradingSignals({ candles }) {
    const stream = new signals.CMF(20);
    let last;
    for (const candle of candles) last = stream.update(candle, false);
    return last;
  },
  indicatorts: ({ highs, lows, closes, volumes }) => indicatorts.cmf(highs, lows, closes, volumes, { period: 20 }),
};
