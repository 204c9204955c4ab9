import { TSI } from "trading-signals";
import type { Rival } from "./rival.ts";

export const tsiRival: Rival = {
  indicator: "tsi",
  // Without the signal line.
  tradingSignals({ closes }) {
    const stream = new TSI({ longPeriod: 25, shortPeriod: 13 });
    let last;
    for (const close of closes) last = stream.update(close, false);
    return last;
  },
};
