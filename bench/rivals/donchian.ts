import { DonchianChannels } from "trading-signals";
import type { Rival } from "./rival.ts";

export const donchianRival: Rival = {
  indicator: "donchian",
  tradingSignals({ candles }) {
    const stream = new DonchianChannels(20);
    let last;
    for (const candle of candles) last = stream.update(candle, false);
    return last;
  },
};
