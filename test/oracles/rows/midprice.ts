import { Highest, Lowest } from "technicalindicators";
import { DonchianChannels } from "trading-signals";
import { midprice } from "../../../src/indicators/midprice.ts";
import type { Oracles } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

const period = 14;

export const midpriceOracles: Oracles = {
  indicator: "midprice",
  rows: [
    {
      oracle: "talib",
      compares: "MIDPRICE, whose first values the wrapper may overwrite before it reads them",
      ours: (bars) => midprice(bars, period),
      theirs: ({ high, low }) => real(talib.MIDPRICE({ high, low, timePeriod: period }).output, period - 1),
      from: period + 2,
    },
    {
      oracle: "technicalindicators",
      compares: "the middle of Highest and Lowest",
      ours: (bars) => midprice(bars, period),
      theirs({ high, low }) {
        const lowest: number[] = Lowest.calculate({ values: low, period });
        return Highest.calculate({ values: high, period }).map((top: number, i: number) => (top + lowest[i]!) / 2);
      },
    },
    {
      oracle: "trading-signals",
      compares: "DonchianChannels middle",
      ours: (bars) => midprice(bars, period),
      theirs({ high, low }) {
        const signals = new DonchianChannels(period);
        return high.map((top, i) => signals.update({ high: top, low: low[i]! }, false)?.middle);
      },
    },
  ],
};
