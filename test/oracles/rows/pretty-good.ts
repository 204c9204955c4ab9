import { EMA, SMA, TR } from "trading-signals";
import { prettyGood } from "../../../src/indicators/pretty-good.ts";
import type { Oracles } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

const period = 14;

export const prettyGoodOracles: Oracles = {
  indicator: "prettyGood",
  rows: [
    {
      oracle: "talib",
      compares: "the distance from SMA divided by EMA of TRANGE",
      ours: ({ high, low, close }) => prettyGood(high, low, close, period),
      theirs({ high, low, close }) {
        const ranges = real(talib.TRANGE({ high, low, close }).output, 1);
        const averages = real(talib.EMA({ inReal: ranges, timePeriod: period }).output, period - 1);
        const means = real(talib.SMA({ inReal: close, timePeriod: period }).output, period - 1).slice(1);
        return averages.map((average, i) => (close[i + period]! - means[i]!) / average);
      },
    },
    {
      oracle: "trading-signals",
      compares: "SMA, and EMA of TR, after the seed has faded; its PGO averages an average true range",
      ours: ({ high, low, close }) => prettyGood(high, low, close, period),
      theirs({ high, low, close }) {
        const mean = new SMA(period);
        const range = new TR();
        const average = new EMA(period);
        return close.map((price, i) => {
          const middle = mean.update(price, false);
          const reach = range.update({ high: high[i]!, low: low[i]!, close: price }, false);
          const size = average.update(reach, false);
          return middle === null || size === null ? null : (price - middle) / size;
        });
      },
      from: 300,
    },
  ],
};
