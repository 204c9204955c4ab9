import { VHF } from "trading-signals";
import { vhf } from "../../../src/indicators/vhf.ts";
import type { Oracles } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

const period = 28;
const ours = ({ close }: { close: Float64Array }) => vhf(close, period);

export const vhfOracles: Oracles = {
  indicator: "vhf",
  rows: [
    {
      oracle: "talib",
      compares: "MAX, MIN and SUM of the absolute MOM",
      ours,
      theirs({ close }) {
        const moves = real(talib.MOM({ inReal: close, timePeriod: 1 }).output, 1).map(Math.abs);
        const way = real(talib.SUM({ inReal: moves, timePeriod: period }).output, period - 1);
        const highest = real(talib.MAX({ inReal: close, timePeriod: period }).output, period - 1).slice(1);
        const lowest = real(talib.MIN({ inReal: close, timePeriod: period }).output, period - 1).slice(1);
        return way.map((distance, i) => (highest[i]! - lowest[i]!) / distance);
      },
    },
    {
      oracle: "trading-signals",
      compares: "VHF",
      ours,
      theirs({ close }) {
        const signals = new VHF(period);
        return close.map((price) => signals.update(price, false));
      },
    },
  ],
};
