import * as indicatorts from "indicatorts";
import { EMA } from "technicalindicators";
import * as signals from "trading-signals";
import type { Rival } from "./rival.ts";

export const emaRival: Rival = {
  indicator: "ema",
  technicalindicators: ({ closes }) => EMA.calculate({ values: closes, period: 20 }),
  tradingSignals({ closes }) {
    const stream = new signals.EMA(20);
    let last;
    for (const close of closes) last = stream.update(close, false);
    return last;
  },
  indicatorts: ({ closes }) => indicatorts.ema(closes, { period: 20 }),
};
