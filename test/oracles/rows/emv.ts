import { EMV as SignalsEMV } from "trading-signals";
import { emv } from "../../../src/indicators/emv.ts";
import type { Oracles } from "../oracle-row.ts";
import { signalled } from "../signalled.ts";

export const emvOracles: Oracles = {
  indicator: "emv",
  rows: [
    {
      oracle: "trading-signals",
      compares: "EMV at the same divisor",
      ours: ({ high, low, volume }) => emv(high, low, volume, 14, 10_000),
      theirs: (bars) => signalled(new SignalsEMV(14, 10_000), bars),
    },
  ],
};
