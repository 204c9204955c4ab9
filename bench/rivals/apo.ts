import * as indicatorts from "indicatorts";
import { APO } from "trading-signals";
import type { Rival } from "./rival.ts";

export const apoRival: Rival = {
  indicator: "apo",
  tradingSignals({ closes }) {
    const stream = new APO({ fastPeriod: 12, slowPeriod: 26 });
    let last;
    for (const close of closes) last = stream.update(close, false);
    return last;
  },
  indicatorts: ({ closes }) => indicatorts.apo(closes, { fast: 12, slow: 26 }),
};
