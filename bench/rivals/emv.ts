import * as indicatorts from "indicatorts";
import * as signals from "trading-signals";
import type { Rival } from "./rival.ts";

export const emvRival: Rival = {
  indicator: "emv",
  tradingSignals({ candles }) {
    const stream = new signals.EMV(14);
    let last;
    for (const candle of candles) last = stream.update(candle, false);
    return last;
  },
  indicatorts: ({ highs, lows, volumes }) => indicatorts.emv(highs, lows, volumes, { period: 14 }),
};
