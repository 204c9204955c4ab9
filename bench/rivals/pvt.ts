import * as indicatorts from "indicatorts";
import * as signals from "trading-signals";
import type { Rival } from "./rival.ts";

export const pvtRival: Rival = {
  indicator: "pvt",
  tradingSignals({ candles }) {
    const stream = new signals.PVT();
    let last;
    for (const candle of candles) last = stream.update(candle, false);
    return last;
  },
  indicatorts: ({ closes, volumes }) => indicatorts.vpt(closes, volumes),
};
