import * as indicatorts from "indicatorts";
import { DEMA } from "trading-signals";
import type { Rival } from "./rival.ts";

export const demaRival: Rival = {
  indicator: "dema",
  tradingSignals({ closes }) {
    const stream = new DEMA(20);
    let last;
    for (const close of closes) last = stream.update(close, false);
    return last;
  },
  indicatorts: ({ closes }) => indicatorts.dema(closes, { period: 20 }),
};
