import { ZLEMA } from "trading-signals";
import type { Rival } from "./rival.ts";

export const zlemaRival: Rival = {
  indicator: "zlema",
  tradingSignals({ closes }) {
    const stream = new ZLEMA(20);
    let last;
    for (const close of closes) last = stream.update(close, false);
    return last;
  },
};
