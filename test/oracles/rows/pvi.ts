import { PVI as SignalsPVI } from "trading-signals";
import { pvi } from "../../../src/indicators/pvi.ts";
import type { Oracles } from "../oracle-row.ts";
import { streamBars } from "../stream-bars.ts";

export const pviOracles: Oracles = {
  indicator: "pvi",
  rows: [
    {
      oracle: "trading-signals",
      compares: "PVI",
      ours: ({ close, volume }) => pvi(close, volume),
      theirs: (bars) => streamBars(new SignalsPVI(), bars),
    },
  ],
};
