import { getZScore } from "trading-signals";
import type { Rival } from "./rival.ts";

export const zscoreRival: Rival = {
  indicator: "zscore",
  tradingSignals({ closes }) {
    let last;
    for (let i = 20; i <= closes.length; i++) last = getZScore(closes.slice(i - 20, i));
    return last;
  },
};
