import * as indicatorts from "indicatorts";
import { TEMA } from "trading-signals";
import type { Rival } from "./rival.ts";

export const temaRival: Rival = {
  indicator: "tema",
  tradingSignals({ closes }) {
    const stream = new TEMA(20);
    let last;
    for (const close of closes) last = stream.update(close, false);
    return last;
  },
  indicatorts: ({ closes }) => indicatorts.tema(closes, { period: 20 }),
};
