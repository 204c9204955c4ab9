import { DPO } from "trading-signals";
import type { Rival } from "./rival.ts";

export const dpoRival: Rival = {
  indicator: "dpo",
  tradingSignals({ closes }) {
    const stream = new DPO(20);
    let last;
    for (const close of closes) last = stream.update(close, false);
    return last;
  },
};
