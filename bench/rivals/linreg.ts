import { LinearRegression } from "trading-signals";
import type { Rival } from "./rival.ts";

export const linregRival: Rival = {
  indicator: "linreg",
  tradingSignals({ closes }) {
    const stream = new LinearRegression(14);
    let last;
    for (const close of closes) last = stream.update(close, false);
    return last;
  },
};
