import * as indicatorts from "indicatorts";
import { OBV } from "technicalindicators";
import * as signals from "trading-signals";
import type { Rival } from "./rival.ts";

export const obvRival: Rival = {
  indicator: "obv",
  technicalindicators: ({ closes, volumes }) => OBV.calculate({ close: closes, volume: volumes }),
  tradingSignals({ candles }) {
    const stream = new signals.OBV(2);
    let last;
    for (const candle of candles) last = stream.update(candle, false);
    return last;
  },
  indicatorts: ({ closes, volumes }) => indicatorts.obv(closes, volumes),
};
