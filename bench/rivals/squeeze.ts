import { TTMSqueeze } from "trading-signals";
import type { Rival } from "./rival.ts";

export const squeezeRival: Rival = {
  indicator: "squeeze",
  tradingSignals({ candles }) {
    const stream = new TTMSqueeze();
    let last;
    for (const candle of candles) last = stream.update(candle, false);
    return last;
  },
};
