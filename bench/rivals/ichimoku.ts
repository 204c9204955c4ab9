import { IchimokuCloud } from "technicalindicators";
import * as signals from "trading-signals";
import type { Rival } from "./rival.ts";

export const ichimokuRival: Rival = {
  indicator: "ichimoku",
  technicalindicators: ({ highs, lows }) =>
    IchimokuCloud.calculate({
      high: highs,
      low: lows,
      conversionPeriod: 9,
      basePeriod: 26,
      spanPeriod: 52,
      displacement: 26,
    }),
  tradingSignals({ candles }) {
    const stream = new signals.IchimokuCloud();
    let last;
    for (const candle of candles) last = stream.update(candle, false);
    return last;
  },
};
