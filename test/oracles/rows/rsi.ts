import { RSI } from "technicalindicators";
import { RSI as SignalsRSI } from "trading-signals";
import { rsi } from "../../../src/indicators/rsi.ts";
import type { Oracles } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

const period = 14;
const ours = ({ close }: { close: Float64Array }) => rsi(close, period);

export const rsiOracles: Oracles = {
  indicator: "rsi",
  rows: [
    {
      oracle: "talib",
      compares: "RSI",
      ours,
      theirs: ({ close }) => real(talib.RSI({ inReal: close, timePeriod: period }).output, period),
    },
    {
      oracle: "technicalindicators",
      compares: "RSI, which is rounded to two decimals",
      ours,
      theirs: ({ close }) => RSI.calculate({ values: close, period }),
      tolerance: 0.006,
    },
    {
      oracle: "trading-signals",
      compares: "RSI",
      ours,
      theirs({ close }) {
        const signals = new SignalsRSI(period);
        return close.map((price) => signals.update(price, false));
      },
    },
  ],
};
