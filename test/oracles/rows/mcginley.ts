import { McGinleyDynamic } from "trading-signals";
import { mcginley } from "../../../src/indicators/mcginley.ts";
import type { Oracles } from "../oracle-row.ts";

const period = 14;

export const mcginleyOracles: Oracles = {
  indicator: "mcginley",
  rows: [
    {
      oracle: "trading-signals",
      compares: "McGinleyDynamic, which starts with the first price, after the initial averages have faded",
      ours: ({ close }) => mcginley(close, period),
      theirs({ close }) {
        const signals = new McGinleyDynamic(period);
        return close.map((price) => signals.update(price, false));
      },
      from: 500,
    },
  ],
};
