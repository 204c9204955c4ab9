import { McGinleyDynamic } from "trading-signals";
import type { Rival } from "./rival.ts";

export const mcginleyRival: Rival = {
  indicator: "mcginley",
  tradingSignals({ closes }) {
    const stream = new McGinleyDynamic(14);
    let last;
    for (const close of closes) last = stream.update(close, false);
    return last;
  },
};
