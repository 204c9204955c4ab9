import { SMA } from "technicalindicators";
import { SMA as SignalsSMA } from "trading-signals";
import { sma } from "../../../src/indicators/sma.ts";
import type { Oracles } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

const period = 20;
const ours = ({ close }: { close: Float64Array }) => sma(close, period);

export const smaOracles: Oracles = {
  indicator: "sma",
  rows: [
    {
      oracle: "talib",
      compares: "SMA",
      ours,
      theirs: ({ close }) => real(talib.SMA({ inReal: close, timePeriod: period }).output, period - 1),
    },
    {
      oracle: "technicalindicators",
      compares: "SMA",
      ours,
      theirs: ({ close }) => SMA.calculate({ values: close, period }),
    },
    {
      oracle: "trading-signals",
      compares: "SMA",
      ours,
      theirs({ close }) {
        const signals = new SignalsSMA(period);
        return close.map((price) => signals.update(price, false));
      },
    },
  ],
};
