import * as signals from "trading-signals";
import type { Rival } from "./rival.ts";

export const zigzagRival: Rival = {
  indicator: "zigzag",
  // Its reversals are measured against the leg, ours against the price: there are more of them there.
  tradingSignals({ candles }) {
    const stream = new signals.ZigZag({ deviation: 5 });
    let last;
    for (const candle of candles) last = stream.update(candle, false);
    return last;
  },
};
