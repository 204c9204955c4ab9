import { T3 as SignalsAverage } from "trading-signals";
import { t3 } from "../../../src/indicators/t3.ts";
import type { Oracles } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

const period = 5;
const ours = ({ close }: { close: Float64Array }) => t3(close, period);

export const t3Oracles: Oracles = {
  indicator: "t3",
  rows: [
    {
      oracle: "talib",
      compares: "T3",
      ours,
      theirs: ({ close }) => real(talib.T3({ inReal: close, timePeriod: period }).output, 6 * (period - 1)),
    },
    {
      oracle: "trading-signals",
      compares: "T3, whose averages start with the first value, after the initial averages have faded",
      ours,
      theirs({ close }) {
        const signals = new SignalsAverage(period);
        return close.map((price) => signals.update(price, false));
      },
      from: 300,
    },
  ],
};
