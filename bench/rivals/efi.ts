import * as indicatorts from "indicatorts";
import { ForceIndex } from "technicalindicators";
import * as signals from "trading-signals";
import type { Rival } from "./rival.ts";

export const efiRival: Rival = {
  indicator: "efi",
  technicalindicators: ({ closes, volumes }) => ForceIndex.calculate({ close: closes, volume: volumes, period: 13 }),
  tradingSignals({ candles }) {
    const stream = new signals.ForceIndex(13);
    let last;
    for (const candle of candles) last = stream.update(candle, false);
    return last;
  },
  indicatorts: ({ closes, volumes }) => indicatorts.fi(closes, volumes, { period: 13 }),
};
