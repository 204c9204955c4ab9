import * as indicatorts from "indicatorts";
import { PPO } from "trading-signals";
import type { Rival } from "./rival.ts";

export const ppoRival: Rival = {
  indicator: "ppo",
  // trading-signals has the line alone, without its signal.
  tradingSignals({ closes }) {
    const stream = new PPO({ fastPeriod: 12, slowPeriod: 26 });
    let last;
    for (const close of closes) last = stream.update(close, false);
    return last;
  },
  indicatorts: ({ closes }) => indicatorts.ppo(closes, { fast: 12, slow: 26, signal: 9 }),
};
