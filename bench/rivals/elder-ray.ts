import { ElderRay } from "trading-signals";
import type { Rival } from "./rival.ts";

export const elderRayRival: Rival = {
  indicator: "elderRay",
  tradingSignals({ candles }) {
    const stream = new ElderRay(13);
    let last;
    for (const candle of candles) last = stream.update(candle, false);
    return last;
  },
};
