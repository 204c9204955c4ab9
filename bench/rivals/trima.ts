import { trima } from "indicatorts";
import { TRIMA } from "trading-signals";
import type { Rival } from "./rival.ts";

export const trimaRival: Rival = {
  indicator: "trima",
  tradingSignals({ closes }) {
    const stream = new TRIMA(20);
    let last;
    for (const close of closes) last = stream.update(close, false);
    return last;
  },
  indicatorts: ({ closes }) => trima(closes, { period: 20 }),
};
