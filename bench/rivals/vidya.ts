import { VIDYA } from "trading-signals";
import type { Rival } from "./rival.ts";

export const vidyaRival: Rival = {
  indicator: "vidya",
  params: { period: 9, momentum: 9 },
  tradingSignals({ closes }) {
    const stream = new VIDYA(9);
    let last;
    for (const close of closes) last = stream.update(close, false);
    return last;
  },
};
