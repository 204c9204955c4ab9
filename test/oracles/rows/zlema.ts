import { ZLEMA } from "trading-signals";
import { zlema } from "../../../src/indicators/zlema.ts";
import type { Oracles } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

const period = 20;
const LAG = 9;
const ours = ({ close }: { close: Float64Array }) => zlema(close, period);

export const zlemaOracles: Oracles = {
  indicator: "zlema",
  rows: [
    {
      oracle: "talib",
      compares: "EMA of the prices extrapolated by MOM",
      ours,
      theirs({ close }) {
        const movement = real(talib.MOM({ inReal: close, timePeriod: LAG }).output, LAG);
        const carried = movement.map((change, i) => close[i + LAG]! + change);
        return real(talib.EMA({ inReal: carried, timePeriod: period }).output, period - 1);
      },
    },
    {
      oracle: "trading-signals",
      compares: "ZLEMA, which starts with a price, after the initial averages have faded",
      ours,
      theirs({ close }) {
        const signals = new ZLEMA(period);
        return close.map((price) => signals.update(price, false));
      },
      from: 300,
    },
  ],
};
