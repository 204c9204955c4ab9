import { NVI as SignalsNVI } from "trading-signals";
import { nvi } from "../../../src/indicators/nvi.ts";
import type { Oracles } from "../oracle-row.ts";
import { streamBars } from "../stream-bars.ts";

export const nviOracles: Oracles = {
  indicator: "nvi",
  rows: [
    {
      oracle: "trading-signals",
      compares: "NVI",
      ours: ({ close, volume }) => nvi(close, volume),
      theirs: (bars) => streamBars(new SignalsNVI(), bars),
    },
  ],
};
