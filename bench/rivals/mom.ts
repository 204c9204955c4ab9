import { MOM } from "trading-signals";
import type { Rival } from "./rival.ts";

export const momRival: Rival = {
  indicator: "mom",
  tradingSignals({ closes }) {
    const stream = new MOM(10);
    let last;
    for (const close of closes) last = stream.update(close, false);
    return last;
  },
};
