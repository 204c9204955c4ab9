import { NATR } from "trading-signals";
import { natr } from "../../../src/indicators/natr.ts";
import type { Oracles } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

const period = 14;

export const natrOracles: Oracles = {
  indicator: "natr",
  rows: [
    {
      oracle: "talib",
      compares: "ATR in percent of the close, since the wrapper's NATR is empty",
      ours: ({ high, low, close }) => natr(high, low, close, period),
      theirs: ({ high, low, close }) =>
        real(talib.ATR({ high, low, close, timePeriod: period }).output, period).map(
          (value, i) => (100 * value) / close[i + period]!,
        ),
    },
    {
      oracle: "trading-signals",
      compares: "NATR, with firstTr highLow",
      ours: ({ high, low, close }) => natr(high, low, close, period, { firstTr: "highLow" }),
      theirs({ high, low, close }) {
        const signals = new NATR(period);
        return close.map((price, i) => signals.update({ high: high[i]!, low: low[i]!, close: price }, false));
      },
    },
  ],
};
