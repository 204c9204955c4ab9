import { EMV as SignalsEMV } from "trading-signals";
import { emv } from "../../../src/indicators/emv.ts";
import type { Oracles } from "../oracle-row.ts";
import { streamBars } from "../stream-bars.ts";

export const emvOracles: Oracles = {
  indicator: "emv",
  rows: [
    {
      oracle: "trading-signals",
      compares: "EMV with the same divisor",
      ours: ({ high, low, volume }) => emv(high, low, volume, 14, 10_000),
      theirs: (bars) => streamBars(new SignalsEMV(14, 10_000), bars),
    },
  ],
};
