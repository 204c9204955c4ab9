import { PVT as SignalsPVT } from "trading-signals";
import { pvt } from "../../../src/indicators/pvt.ts";
import type { Oracles } from "../oracle-row.ts";
import { signalled } from "../signalled.ts";

export const pvtOracles: Oracles = {
  indicator: "pvt",
  rows: [
    {
      oracle: "trading-signals",
      compares: "PVT",
      ours: ({ close, volume }) => pvt(close, volume),
      theirs: (bars) => signalled(new SignalsPVT(), bars),
    },
  ],
};
