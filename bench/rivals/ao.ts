import * as indicatorts from "indicatorts";
import { AwesomeOscillator } from "technicalindicators";
import { AO } from "trading-signals";
import type { Rival } from "./rival.ts";

export const aoRival: Rival = {
  indicator: "ao",
  technicalindicators: ({ highs, lows }) =>
    AwesomeOscillator.calculate({ high: highs, low: lows, fastPeriod: 5, slowPeriod: 34 }),
  tradingSignals({ candles }) {
    const stream = new AO(5, 34);
    let last;
    for (const candle of candles) last = stream.update(candle, false);
    return last;
  },
  indicatorts: ({ highs, lows }) => indicatorts.ao(highs, lows, { fast: 5, slow: 34 }),
};
