import { ConnorsRSI } from "trading-signals";
import type { Rival } from "./rival.ts";

export const crsiRival: Rival = {
  indicator: "crsi",
  tradingSignals({ closes }) {
    const stream = new ConnorsRSI();
    let last;
    for (const close of closes) last = stream.update(close, false);
    return last;
  },
};
