import { CHOP } from "trading-signals";
import type { Rival } from "./rival.ts";

export const chopRival: Rival = {
  indicator: "chop",
  tradingSignals({ candles }) {
    const stream = new CHOP(14);
    let last;
    for (const candle of candles) last = stream.update(candle, false);
    return last;
  },
};
