import { STC } from "trading-signals";
import type { Rival } from "./rival.ts";

export const stcRival: Rival = {
  indicator: "stc",
  tradingSignals({ closes }) {
    const stream = new STC();
    let last;
    for (const close of closes) last = stream.update(close, false);
    return last;
  },
};
