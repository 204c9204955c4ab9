import { ATR, SMA } from "trading-signals";
import { starc } from "../../../src/indicators/starc.ts";
import type { OracleRow, Oracles } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

export const starcOracles: Oracles = {
  indicator: "starc",
  rows: (
    [
      ["upper", 2],
      ["lower", -2],
    ] as const
  ).flatMap(([band, side]): OracleRow[] => [
    {
      oracle: "talib",
      compares: `SMA and ATR as ${band}`,
      ours: ({ high, low, close }) => starc(high, low, close)[band],
      theirs({ high, low, close }) {
        const middle = real(talib.SMA({ inReal: close, timePeriod: 6 }).output, 5);
        const ranges = real(talib.ATR({ high, low, close, timePeriod: 15 }).output, 15);
        return ranges.map((range, i) => middle[i + 10]! + side * range);
      },
    },
    {
      oracle: "trading-signals",
      compares: `SMA and ATR as ${band}, with firstTr highLow`,
      ours: ({ high, low, close }) => starc(high, low, close, { firstTr: "highLow" })[band],
      theirs({ high, low, close }) {
        const average = new SMA(6);
        const range = new ATR(15);
        return close.map((price, i) => {
          const middle = average.update(price, false);
          const reach = range.update({ high: high[i]!, low: low[i]!, close: price }, false);
          return middle === null || reach === null ? null : middle + side * reach;
        });
      },
    },
  ]),
};
