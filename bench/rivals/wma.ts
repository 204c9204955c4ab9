import { WMA } from "technicalindicators";
import { WMA as SignalsWMA } from "trading-signals";
import type { Rival } from "./rival.ts";

export const wmaRival: Rival = {
  indicator: "wma",
  technicalindicators: ({ closes }) => WMA.calculate({ values: closes, period: 20 }),
  tradingSignals({ closes }) {
    const stream = new SignalsWMA(20);
    let last;
    for (const close of closes) last = stream.update(close, false);
    return last;
  },
};
