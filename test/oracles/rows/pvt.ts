import { PVT as SignalsPVT } from "trading-signals";
import { pvt } from "../../../src/indicators/pvt.ts";
import type { Oracles } from "../oracle-row.ts";
import { streamBars } from "../stream-bars.ts";

export const pvtOracles: Oracles = {
  indicator: "pvt",
  rows: [
    {
      oracle: "trading-signals",
      compares: "PVT",
      ours: ({ close, volume }) => pvt(close, volume),
      theirs: (bars) => streamBars(new SignalsPVT(), bars),
    },
  ],
};
