import * as indicatorts from "indicatorts";
import { MFI } from "technicalindicators";
import * as signals from "trading-signals";
import type { Rival } from "./rival.ts";

export const mfiRival: Rival = {
  indicator: "mfi",
  technicalindicators: ({ highs, lows, closes, volumes }) =>
    MFI.calculate({ high: highs, low: lows, close: closes, volume: volumes, period: 14 }),
  tradingSignals({ candles }) {
    const stream = new signals.MFI(14);
    let last;
    for (const candle of candles) last = stream.update(candle, false);
    return last;
  },
  indicatorts: ({ highs, lows, closes, volumes }) => indicatorts.mfi(highs, lows, closes, volumes, { period: 14 }),
};
