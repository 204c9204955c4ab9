import { CoppockCurve } from "trading-signals";
import type { Rival } from "./rival.ts";

export const coppockRival: Rival = {
  indicator: "coppock",
  tradingSignals({ closes }) {
    const stream = new CoppockCurve();
    let last;
    for (const close of closes) last = stream.update(close, false);
    return last;
  },
};
