import { ALMA } from "trading-signals";
import type { Rival } from "./rival.ts";

export const almaRival: Rival = {
  indicator: "alma",
  tradingSignals({ closes }) {
    const stream = new ALMA(9);
    let last;
    for (const close of closes) last = stream.update(close, false);
    return last;
  },
};
