import * as indicatorts from "indicatorts";
import { SMA } from "technicalindicators";
import * as signals from "trading-signals";
import type { Rival } from "./rival.ts";

export const smaRival: Rival = {
  indicator: "sma",
  technicalindicators: ({ closes }) => SMA.calculate({ values: closes, period: 20 }),
  tradingSignals({ closes }) {
    const stream = new signals.SMA(20);
    let last;
    for (const close of closes) last = stream.update(close, false);
    return last;
  },
  indicatorts: ({ closes }) => indicatorts.sma(closes, { period: 20 }),
};
