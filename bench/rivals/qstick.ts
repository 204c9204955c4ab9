import { Qstick } from "trading-signals";
import type { Rival } from "./rival.ts";

export const qstickRival: Rival = {
  indicator: "qstick",
  tradingSignals({ candles }) {
    const stream = new Qstick(8);
    let last;
    for (const candle of candles) last = stream.update(candle, false);
    return last;
  },
};
