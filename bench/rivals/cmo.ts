import { CMO } from "trading-signals";
import type { Rival } from "./rival.ts";

export const cmoRival: Rival = {
  indicator: "cmo",
  tradingSignals({ closes }) {
    const stream = new CMO(14);
    let last;
    for (const close of closes) last = stream.update(close, false);
    return last;
  },
};
