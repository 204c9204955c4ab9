import * as indicatorts from "indicatorts";
import * as signals from "trading-signals";
import type { Rival } from "./rival.ts";

export const nviRival: Rival = {
  indicator: "nvi",
  tradingSignals({ candles }) {
    const stream = new signals.NVI();
    let last;
    for (const candle of candles) last = stream.update(candle, false);
    return last;
  },
  indicatorts: ({ closes, volumes }) => indicatorts.nvi(closes, volumes),
};
