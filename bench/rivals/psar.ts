import { PSAR } from "technicalindicators";
import * as signals from "trading-signals";
import type { Rival } from "./rival.ts";

export const psarRival: Rival = {
  indicator: "psar",
  technicalindicators: ({ highs, lows }) => PSAR.calculate({ high: highs, low: lows, step: 0.02, max: 0.2 }),
  tradingSignals({ candles }) {
    const stream = new signals.PSAR({ accelerationStep: 0.02, accelerationMax: 0.2 });
    let last;
    for (const candle of candles) last = stream.update(candle, false);
    return last;
  },
};
