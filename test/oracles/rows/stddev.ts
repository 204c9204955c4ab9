import { SD } from "technicalindicators";
import { getStandardDeviation } from "trading-signals";
import { stddev } from "../../../src/indicators/stddev.ts";
import type { Oracles } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

const period = 20;

export const stddevOracles: Oracles = {
  indicator: "stddev",
  rows: [
    {
      oracle: "talib",
      compares: "the root of VAR",
      ours: ({ close }) => stddev(close, period),
      theirs: ({ close }) =>
        real(talib.VAR({ inReal: close, timePeriod: period, nbDev: 1 }).output, period - 1).map(Math.sqrt),
    },
    {
      oracle: "technicalindicators",
      compares: "SD",
      ours: ({ close }) => stddev(close, period),
      theirs: ({ close }) => SD.calculate({ values: close, period }),
    },
    {
      oracle: "trading-signals",
      compares: "getStandardDeviation of each window, multiplied by √(20 / 19) for a sample",
      ours: ({ close }) => stddev(close, period, { kind: "sample" }),
      theirs: ({ close }) =>
        close
          .slice(period - 1)
          .map((_, i) => getStandardDeviation(close.slice(i, i + period)) * Math.sqrt(period / (period - 1))),
    },
  ],
};
