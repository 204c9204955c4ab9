import * as indicatorts from "indicatorts";
import { BollingerBands } from "technicalindicators";
import * as signals from "trading-signals";
import type { Rival } from "./rival.ts";

export const bollingerRival: Rival = {
  indicator: "bollinger",
  technicalindicators: ({ closes }) => BollingerBands.calculate({ values: closes, period: 20, stdDev: 2 }),
  tradingSignals({ closes }) {
    const stream = new signals.BollingerBands(20, 2);
    let last;
    for (const close of closes) last = stream.update(close, false);
    return last;
  },
  indicatorts: ({ closes }) => indicatorts.bollingerBands(closes, { period: 20 }),
};
