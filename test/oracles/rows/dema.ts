import { DEMA as SignalsAverage } from "trading-signals";
import { dema } from "../../../src/indicators/dema.ts";
import type { Oracles } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

const period = 20;
const ours = ({ close }: { close: Float64Array }) => dema(close, period);

export const demaOracles: Oracles = {
  indicator: "dema",
  rows: [
    {
      oracle: "talib",
      compares: "DEMA",
      ours,
      theirs: ({ close }) => real(talib.DEMA({ inReal: close, timePeriod: period }).output, 2 * (period - 1)),
    },
    {
      oracle: "trading-signals",
      compares: "DEMA, whose averages start with the first value, after the initial averages have faded",
      ours,
      theirs({ close }) {
        const signals = new SignalsAverage(period);
        return close.map((price) => signals.update(price, false));
      },
      from: 500,
    },
  ],
};
