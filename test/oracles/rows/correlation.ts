import { getCorrelation } from "trading-signals";
import { correlation } from "../../../src/indicators/correlation.ts";
import type { Oracles } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

const period = 20;

/** Hindcast's correlations, with 0 for a constant series as in other libraries. */
const ours = ({ close, volume }: { close: Float64Array; volume: Float64Array }) =>
  correlation(close, volume, period).map((value, i) => (i < period - 1 ? value : value || 0));

export const correlationOracles: Oracles = {
  indicator: "correlation",
  rows: [
    {
      oracle: "talib",
      compares: "CORREL of close and volume, which is 0 for a constant series",
      ours,
      theirs: ({ close, volume }) =>
        real(talib.CORREL({ inReal0: close, inReal1: volume, timePeriod: period }).output, period - 1),
    },
    {
      oracle: "trading-signals",
      compares: "getCorrelation of each window of close and volume, which throws for a constant one",
      ours,
      theirs: ({ close, volume }) =>
        close.slice(period - 1).map((_, i) => {
          const window = close.slice(i, i + period);
          return new Set(window).size === 1 ? 0 : getCorrelation(window, volume.slice(i, i + period));
        }),
    },
  ],
};
