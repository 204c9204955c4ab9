import * as indicatorts from "indicatorts";
import { CCI } from "technicalindicators";
import { CCI as SignalsCCI } from "trading-signals";
import type { Rival } from "./rival.ts";

export const cciRival: Rival = {
  indicator: "cci",
  technicalindicators: ({ highs, lows, closes }) =>
    CCI.calculate({ high: highs, low: lows, close: closes, period: 20 }),
  tradingSignals({ candles }) {
    const stream = new SignalsCCI(20);
    let last;
    for (const candle of candles) last = stream.update(candle, false);
    return last;
  },
  indicatorts: ({ highs, lows, closes }) => indicatorts.cci(highs, lows, closes, { period: 20 }),
};
