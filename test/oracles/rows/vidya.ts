import { CMO, VIDYA } from "trading-signals";
import { vidya } from "../../../src/indicators/vidya.ts";
import type { Oracles } from "../oracle-row.ts";

export const vidyaOracles: Oracles = {
  indicator: "vidya",
  rows: [
    {
      oracle: "trading-signals",
      compares: "the average computed from CMO",
      ours: ({ close }) => vidya(close, 12, 9),
      theirs({ close }) {
        const momentum = new CMO(9);
        let average: number | undefined;
        return close.map((price, i) => {
          const cmo = momentum.update(price, false);
          if (cmo === null) return null;
          average ??= close[i - 1]!;
          average += ((2 / 13) * Math.abs(cmo) * (price - average)) / 100;
          return average;
        });
      },
    },
    {
      oracle: "trading-signals",
      compares: "VIDYA with one period, which starts with the first price, after the seed has faded",
      ours: ({ close }) => vidya(close, 9, 9),
      theirs({ close }) {
        const signals = new VIDYA(9);
        return close.map((price) => signals.update(price, false));
      },
      from: 800,
    },
  ],
};
