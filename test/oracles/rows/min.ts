import { Lowest } from "technicalindicators";
import { getMinimum } from "trading-signals";
import { min } from "../../../src/indicators/min.ts";
import type { Oracles } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

const period = 30;
const ours = ({ close }: { close: Float64Array }) => min(close, period);

export const minOracles: Oracles = {
  indicator: "min",
  rows: [
    {
      oracle: "talib",
      compares: "MIN",
      ours,
      theirs: ({ close }) => real(talib.MIN({ inReal: close, timePeriod: period }).output, period - 1),
    },
    {
      oracle: "technicalindicators",
      compares: "Lowest",
      ours,
      theirs: ({ close }) => Lowest.calculate({ values: close, period }),
    },
    {
      oracle: "trading-signals",
      compares: "getMinimum of each window",
      ours,
      theirs: ({ close }) => close.slice(period - 1).map((_, i) => getMinimum(close.slice(i, i + period))),
    },
  ],
};
