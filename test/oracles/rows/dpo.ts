import { DPO } from "trading-signals";
import { dpo } from "../../../src/indicators/dpo.ts";
import type { Oracles } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

const period = 20;
const ours = ({ close }: { close: Float64Array }) => dpo(close, period);

export const dpoOracles: Oracles = {
  indicator: "dpo",
  rows: [
    {
      oracle: "talib",
      compares: "the price of 11 bars ago minus SMA",
      ours,
      theirs({ close }) {
        const means = real(talib.SMA({ inReal: close, timePeriod: period }).output, period - 1);
        return means.map((mean, i) => close[i + period - 1 - 11]! - mean);
      },
    },
    {
      oracle: "trading-signals",
      compares: "DPO",
      ours,
      theirs({ close }) {
        const signals = new DPO(period);
        return close.map((price) => signals.update(price, false));
      },
    },
  ],
};
