import { FRAMA } from "trading-signals";
import type { Rival } from "./rival.ts";

export const framaRival: Rival = {
  indicator: "frama",
  // One series for high and low: half of the extremes.
  tradingSignals({ closes }) {
    const stream = new FRAMA(16);
    let last;
    for (const close of closes) last = stream.update(close, false);
    return last;
  },
};
