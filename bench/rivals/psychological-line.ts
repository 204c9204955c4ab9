import { PSL } from "trading-signals";
import type { Rival } from "./rival.ts";

export const psychologicalLineRival: Rival = {
  indicator: "psychologicalLine",
  tradingSignals({ closes }) {
    const stream = new PSL({ interval: 12 });
    let last;
    for (const close of closes) last = stream.update(close, false);
    return last;
  },
};
