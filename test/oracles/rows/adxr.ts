import { ADXR } from "trading-signals";
import { adxr } from "../../../src/indicators/adxr.ts";
import { apart } from "../apart.ts";
import type { Oracles } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

const period = 14;
const LOOKBACK = 3 * period - 2;

export const adxrOracles: Oracles = {
  indicator: "adxr",
  rows: [
    {
      oracle: "talib",
      compares: "ADXR begun with one move fewer",
      ours: ({ high, low, close }) => adxr(high, low, close, { init: "talib" }),
      theirs: ({ high, low, close }) => real(talib.ADXR({ high, low, close, timePeriod: period }).output, LOOKBACK),
    },
    {
      oracle: "talib",
      compares: "ADXR begun otherwise, once the seeds have faded",
      ours: ({ high, low, close }) => adxr(high, low, close),
      theirs: ({ high, low, close }) => real(talib.ADXR({ high, low, close, timePeriod: period }).output, LOOKBACK),
      from: 600,
    },
    {
      oracle: "trading-signals",
      compares:
        "ADXR, which takes the first bar for a move and equal moves for both, on bars without equal moves, once the seeds have faded",
      ours: ({ high, low, close }) => adxr(apart(high, 1), apart(low, -1), close),
      theirs({ high, low, close }) {
        const signals = new ADXR(period);
        const lows = apart(low, -1);
        return apart(high, 1).map((top, i) => signals.update({ high: top, low: lows[i]!, close: close[i]! }, false));
      },
      from: 600,
    },
  ],
};
