import { T3 } from "trading-signals";
import type { Rival } from "./rival.ts";

export const t3Rival: Rival = {
  indicator: "t3",
  tradingSignals({ closes }) {
    const stream = new T3(5);
    let last;
    for (const close of closes) last = stream.update(close, false);
    return last;
  },
};
