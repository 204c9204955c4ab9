import { getMaximum, SMA } from "trading-signals";
import { ulcer } from "../../../src/indicators/ulcer.ts";
import type { Oracles } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

const period = 14;

export const ulcerOracles: Oracles = {
  indicator: "ulcer",
  rows: [
    {
      oracle: "talib",
      compares: "the root of SMA over the squared drawdowns from MAX, whose running sum leaves a rounding error",
      ours: ({ close }) => ulcer(close, period),
      theirs({ close }) {
        const highest = real(talib.MAX({ inReal: close, timePeriod: period }).output, period - 1);
        const squares = highest.map((top, i) => ((100 * (top - close[i + period - 1]!)) / top) ** 2);
        return real(talib.SMA({ inReal: squares, timePeriod: period }).output, period - 1).map((mean) =>
          Math.sqrt(Math.max(0, mean)),
        );
      },
      tolerance: 1e-6,
    },
    {
      oracle: "trading-signals",
      compares: "the root of SMA over the squared drawdowns from getMaximum, since UlcerIndex has a single window",
      ours: ({ close }) => ulcer(close, period),
      theirs({ close }) {
        const mean = new SMA(period);
        return close.map((price, i) => {
          if (i < period - 1) return null;
          const highest = getMaximum(close.slice(i - period + 1, i + 1));
          const square = mean.update(((100 * (highest - price)) / highest) ** 2, false);
          return square === null ? null : Math.sqrt(square);
        });
      },
    },
  ],
};
