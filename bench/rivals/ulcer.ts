import * as indicatorts from "indicatorts";
import { UlcerIndex } from "trading-signals";
import type { Rival } from "./rival.ts";

export const ulcerRival: Rival = {
  indicator: "ulcer",
  // One window there, in which a close counts from the highest since its begin.
  tradingSignals({ closes }) {
    const stream = new UlcerIndex(14);
    let last;
    for (const close of closes) last = stream.update(close, false);
    return last;
  },
  indicatorts: ({ closes }) => indicatorts.ulcerIndex(closes, { period: 14 }),
};
