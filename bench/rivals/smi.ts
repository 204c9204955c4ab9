import { SMI } from "trading-signals";
import type { Rival } from "./rival.ts";

export const smiRival: Rival = {
  indicator: "smi",
  // Without a signal line.
  tradingSignals({ candles }) {
    const stream = new SMI({ interval: 10, smooth1: 3, smooth2: 3 });
    let last;
    for (const candle of candles) last = stream.update(candle, false);
    return last;
  },
};
