import * as indicatorts from "indicatorts";
import { ROC } from "technicalindicators";
import { ROC as SignalsROC } from "trading-signals";
import type { Rival } from "./rival.ts";

export const rocRival: Rival = {
  indicator: "roc",
  technicalindicators: ({ closes }) => ROC.calculate({ values: closes, period: 9 }),
  tradingSignals({ closes }) {
    const stream = new SignalsROC(9);
    let last;
    for (const close of closes) last = stream.update(close, false);
    return last;
  },
  indicatorts: ({ closes }) => indicatorts.roc(closes, { period: 9 }),
};
