import * as indicatorts from "indicatorts";
import { RSI } from "technicalindicators";
import * as signals from "trading-signals";
import type { Rival } from "./rival.ts";

export const rsiRival: Rival = {
  indicator: "rsi",
  technicalindicators: ({ closes }) => RSI.calculate({ values: closes, period: 14 }),
  tradingSignals({ closes }) {
    const stream = new signals.RSI(14);
    let last;
    for (const close of closes) last = stream.update(close, false);
    return last;
  },
  indicatorts: ({ closes }) => indicatorts.rsi(closes, { period: 14 }),
};
