import * as indicatorts from "indicatorts";
import { TRIX } from "technicalindicators";
import { TRIX as SignalsTRIX } from "trading-signals";
import type { Rival } from "./rival.ts";

export const trixRival: Rival = {
  indicator: "trix",
  technicalindicators: ({ closes }) => TRIX.calculate({ values: closes, period: 15 }),
  tradingSignals({ closes }) {
    const stream = new SignalsTRIX(15);
    let last;
    for (const close of closes) last = stream.update(close, false);
    return last;
  },
  indicatorts: ({ closes }) => indicatorts.trix(closes, { period: 15 }),
};
