import * as indicatorts from "indicatorts";
import { BOP } from "trading-signals";
import type { Rival } from "./rival.ts";

export const bopRival: Rival = {
  indicator: "bop",
  tradingSignals({ candles }) {
    const stream = new BOP();
    let last;
    for (const candle of candles) last = stream.update(candle, false);
    return last;
  },
  indicatorts: ({ opens, highs, lows, closes }) => indicatorts.bop(opens, highs, lows, closes),
};
