import { CFO } from "trading-signals";
import type { Rival } from "./rival.ts";

export const chandeForecastRival: Rival = {
  indicator: "chandeForecast",
  tradingSignals({ closes }) {
    const stream = new CFO(14);
    let last;
    for (const close of closes) last = stream.update(close, false);
    return last;
  },
};
