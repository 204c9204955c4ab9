import { RelativeVolatilityIndex } from "trading-signals";
import type { Rival } from "./rival.ts";

export const rviRival: Rival = {
  indicator: "rvi",
  tradingSignals({ closes }) {
    const stream = new RelativeVolatilityIndex({ interval: 14, stddevInterval: 10 });
    let last;
    for (const close of closes) last = stream.update(close, false);
    return last;
  },
};
