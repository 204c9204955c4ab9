import { vwma } from "indicatorts";
import { VWMA } from "trading-signals";
import type { Rival } from "./rival.ts";

export const vwmaRival: Rival = {
  indicator: "vwma",
  tradingSignals({ candles }) {
    const stream = new VWMA(20);
    let last;
    for (const candle of candles) last = stream.update(candle, false);
    return last;
  },
  indicatorts: ({ closes, volumes }) => vwma(closes, volumes, { period: 20 }),
};
