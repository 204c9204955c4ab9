import { HMA } from "trading-signals";
import type { Rival } from "./rival.ts";

export const hmaRival: Rival = {
  indicator: "hma",
  tradingSignals({ closes }) {
    const stream = new HMA(20);
    let last;
    for (const close of closes) last = stream.update(close, false);
    return last;
  },
};
