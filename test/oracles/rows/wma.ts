import { WMA } from "technicalindicators";
import { WMA as SignalsWMA } from "trading-signals";
import { wma } from "../../../src/indicators/wma.ts";
import type { Oracles } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

const period = 20;
const ours = ({ close }: { close: Float64Array }) => wma(close, period);

export const wmaOracles: Oracles = {
  indicator: "wma",
  rows: [
    {
      oracle: "talib",
      compares: "WMA",
      ours,
      theirs: ({ close }) => real(talib.WMA({ inReal: close, timePeriod: period }).output, period - 1),
    },
    {
      oracle: "technicalindicators",
      compares: "WMA",
      ours,
      theirs: ({ close }) => WMA.calculate({ values: close, period }),
    },
    {
      oracle: "trading-signals",
      compares: "WMA",
      ours,
      theirs({ close }) {
        const signals = new SignalsWMA(period);
        return close.map((price) => signals.update(price, false));
      },
    },
  ],
};
