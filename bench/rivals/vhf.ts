import * as signals from "trading-signals";
import type { Rival } from "./rival.ts";

export const vhfRival: Rival = {
  indicator: "vhf",
  tradingSignals({ closes }) {
    const stream = new signals.VHF(28);
    let last;
    for (const close of closes) last = stream.update(close, false);
    return last;
  },
};
