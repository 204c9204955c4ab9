import { LinearRegression } from "trading-signals";
import type { Rival } from "./rival.ts";

export const linregInterceptRival: Rival = {
  indicator: "linregIntercept",
  tradingSignals({ closes }) {
    const stream = new LinearRegression(14);
    let last;
    for (const close of closes) last = stream.update(close, false);
    return last;
  },
};
