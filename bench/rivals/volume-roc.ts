import * as signals from "trading-signals";
import type { Rival } from "./rival.ts";

export const volumeRocRival: Rival = {
  indicator: "volumeRoc",
  tradingSignals({ volumes }) {
    const stream = new signals.VROC(14);
    let last;
    for (const volume of volumes) last = stream.update(volume, false);
    return last;
  },
};
