import { KeltnerChannels } from "technicalindicators";
import * as signals from "trading-signals";
import type { Rival } from "./rival.ts";

export const keltnerRival: Rival = {
  indicator: "keltner",
  technicalindicators: ({ highs, lows, closes }) =>
    KeltnerChannels.calculate({
      high: highs,
      low: lows,
      close: closes,
      maPeriod: 20,
      atrPeriod: 10,
      multiplier: 2,
      useSMA: false,
    }),
  tradingSignals({ candles }) {
    const stream = new signals.KeltnerChannels();
    let last;
    for (const candle of candles) last = stream.update(candle, false);
    return last;
  },
};
