import { getAverage, getCorrelation, getStandardDeviation } from "trading-signals";
import { beta } from "../../../src/indicators/beta.ts";
import type { Oracles } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

const period = 20;

export const betaOracles: Oracles = {
  indicator: "beta",
  rows: [
    {
      oracle: "talib",
      compares: "BETA, which computes returns itself, swaps the series, and is 0 for a constant one",
      ours: ({ close, open }) =>
        beta(returns(close), returns(open), period).map((value, i) => (i < period ? value : value || 0)),
      theirs: ({ close, open }) =>
        real(talib.BETA({ inReal0: open, inReal1: close, timePeriod: period }).output, period),
    },
    {
      oracle: "trading-signals",
      compares: "getCorrelation of each window times the ratio of the deviations, which throws for a constant window",
      ours: ({ close, volume }) => beta(close, volume, period),
      theirs: ({ close, volume }) =>
        close.slice(period - 1).map((_, i) => {
          const [x, y] = [close.slice(i, i + period), volume.slice(i, i + period)];
          if (new Set(x).size === 1) return 0;
          return (
            (getCorrelation(x, y) * getStandardDeviation(x, getAverage(x))) / getStandardDeviation(y, getAverage(y))
          );
        }),
    },
  ],
};

function returns(prices: Float64Array): Float64Array {
  return prices.map((price, i) => price / (prices[i - 1] ?? NaN) - 1);
}
