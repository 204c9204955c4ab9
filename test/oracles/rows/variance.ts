import { variance } from "../../../src/indicators/variance.ts";
import type { Oracles } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

const period = 20;

export const varianceOracles: Oracles = {
  indicator: "variance",
  rows: [
    {
      oracle: "talib",
      compares: "VAR",
      ours: ({ close }) => variance(close, period),
      theirs: ({ close }) => real(talib.VAR({ inReal: close, timePeriod: period, nbDev: 1 }).output, period - 1),
    },
    {
      oracle: "talib",
      compares: "VAR, multiplied by 20 / 19 for a sample",
      ours: ({ close }) => variance(close, period, { kind: "sample" }),
      theirs: ({ close }) =>
        real(talib.VAR({ inReal: close, timePeriod: period, nbDev: 1 }).output, period - 1).map(
          (value) => (value * period) / (period - 1),
        ),
    },
  ],
};
