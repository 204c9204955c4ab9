import { PVO } from "trading-signals";
import type { Rival } from "./rival.ts";

export const pvoRival: Rival = {
  indicator: "pvo",
  // Without a signal line.
  tradingSignals({ volumes }) {
    const stream = new PVO({ fastPeriod: 12, slowPeriod: 26 });
    let last;
    for (const volume of volumes) last = stream.update(volume, false);
    return last;
  },
};
