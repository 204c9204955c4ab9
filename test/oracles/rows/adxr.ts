import { ADXR } from "trading-signals";
import { adxr } from "../../../src/indicators/adxr.ts";
import { distinctPrices } from "../distinct-prices.ts";
import type { Oracles } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

const period = 14;
const LOOKBACK = 3 * period - 2;

export const adxrOracles: Oracles = {
  indicator: "adxr",
  rows: [
    {
      oracle: "talib",
      compares: "ADXR, with init talib",
      ours: ({ high, low, close }) => adxr(high, low, close, { init: "talib" }),
      theirs: ({ high, low, close }) => real(talib.ADXR({ high, low, close, timePeriod: period }).output, LOOKBACK),
    },
    {
      oracle: "talib",
      compares: "ADXR of another start, after the initial averages have faded",
      ours: ({ high, low, close }) => adxr(high, low, close),
      theirs: ({ high, low, close }) => real(talib.ADXR({ high, low, close, timePeriod: period }).output, LOOKBACK),
      from: 600,
    },
    {
      oracle: "trading-signals",
      compares: "ADXR on bars without equal moves, after the initial averages have faded",
      ours: ({ high, low, close }) => adxr(distinctPrices(high, 1), distinctPrices(low, -1), close),
      theirs({ high, low, close }) {
        const signals = new ADXR(period);
        const lows = distinctPrices(low, -1);
        return distinctPrices(high, 1).map((top, i) =>
          signals.update({ high: top, low: lows[i]!, close: close[i]! }, false),
        );
      },
      from: 600,
    },
  ],
};
