import { NATR } from "trading-signals";
import type { Rival } from "./rival.ts";

export const natrRival: Rival = {
  indicator: "natr",
  tradingSignals({ candles }) {
    const stream = new NATR(14);
    let last;
    for (const candle of candles) last = stream.update(candle, false);
    return last;
  },
};
