import { DisparityIndex } from "trading-signals";
import type { Rival } from "./rival.ts";

export const disparityRival: Rival = {
  indicator: "disparity",
  tradingSignals({ closes }) {
    const stream = new DisparityIndex(14);
    let last;
    for (const close of closes) last = stream.update(close, false);
    return last;
  },
};
