import { KAMA } from "trading-signals";
import type { Rival } from "./rival.ts";

export const kamaRival: Rival = {
  indicator: "kama",
  tradingSignals({ closes }) {
    const stream = new KAMA(10);
    let last;
    for (const close of closes) last = stream.update(close, false);
    return last;
  },
};
