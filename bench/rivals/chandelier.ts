import { ChandelierExit } from "technicalindicators";
import * as signals from "trading-signals";
import type { Rival } from "./rival.ts";

export const chandelierRival: Rival = {
  indicator: "chandelier",
  technicalindicators: ({ highs, lows, closes }) =>
    ChandelierExit.calculate({ high: highs, low: lows, close: closes, period: 22, multiplier: 3 }),
  tradingSignals({ candles }) {
    const stream = new signals.ChandelierExit({ interval: 22, multiplier: 3 });
    let last;
    for (const candle of candles) last = stream.update(candle, false);
    return last;
  },
};
