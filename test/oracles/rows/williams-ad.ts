import { WAD as SignalsWAD } from "trading-signals";
import { williamsAd } from "../../../src/indicators/williams-ad.ts";
import type { Oracles } from "../oracle-row.ts";
import { streamBars } from "../stream-bars.ts";

export const williamsAdOracles: Oracles = {
  indicator: "williamsAd",
  rows: [
    {
      oracle: "trading-signals",
      compares: "WAD",
      ours: ({ high, low, close }) => williamsAd(high, low, close),
      theirs: (bars) => streamBars(new SignalsWAD(), bars),
    },
  ],
};
