import * as indicatorts from "indicatorts";
import { WEMA } from "technicalindicators";
import * as signals from "trading-signals";
import type { Rival } from "./rival.ts";

export const rmaRival: Rival = {
  indicator: "rma",
  technicalindicators: ({ closes }) => WEMA.calculate({ values: closes, period: 14 }),
  tradingSignals({ closes }) {
    const stream = new signals.WSMA(14);
    let last;
    for (const close of closes) last = stream.update(close, false);
    return last;
  },
  indicatorts: ({ closes }) => indicatorts.rma(closes, { period: 14 }),
};
