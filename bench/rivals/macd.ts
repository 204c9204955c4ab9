import * as indicatorts from "indicatorts";
import { MACD } from "technicalindicators";
import * as signals from "trading-signals";
import type { Rival } from "./rival.ts";

export const macdRival: Rival = {
  indicator: "macd",
  technicalindicators: ({ closes }) =>
    MACD.calculate({
      values: closes,
      fastPeriod: 12,
      slowPeriod: 26,
      signalPeriod: 9,
      SimpleMAOscillator: false,
      SimpleMASignal: false,
    }),
  tradingSignals({ closes }) {
    const stream = new signals.MACD(new signals.EMA(12), new signals.EMA(26), new signals.EMA(9));
    let last;
    for (const close of closes) last = stream.update(close, false);
    return last;
  },
  indicatorts: ({ closes }) => indicatorts.macd(closes, { fast: 12, slow: 26, signal: 9 }),
};
