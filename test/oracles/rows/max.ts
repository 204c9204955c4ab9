import { Highest } from "technicalindicators";
import { getMaximum } from "trading-signals";
import { max } from "../../../src/indicators/max.ts";
import type { Oracles } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

const period = 30;
const ours = ({ close }: { close: Float64Array }) => max(close, period);

export const maxOracles: Oracles = {
  indicator: "max",
  rows: [
    {
      oracle: "talib",
      compares: "MAX",
      ours,
      theirs: ({ close }) => real(talib.MAX({ inReal: close, timePeriod: period }).output, period - 1),
    },
    {
      oracle: "technicalindicators",
      compares: "Highest",
      ours,
      theirs: ({ close }) => Highest.calculate({ values: close, period }),
    },
    {
      oracle: "trading-signals",
      compares: "getMaximum of each window",
      ours,
      theirs: ({ close }) => close.slice(period - 1).map((_, i) => getMaximum(close.slice(i, i + period))),
    },
  ],
};
