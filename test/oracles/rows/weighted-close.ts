import { getWeightedClose } from "trading-signals";
import { weightedClose } from "../../../src/indicators/weighted-close.ts";
import type { Oracles } from "../oracle-row.ts";
import { talib } from "../talib.ts";

export const weightedCloseOracles: Oracles = {
  indicator: "weightedClose",
  rows: [
    {
      oracle: "talib",
      compares: "WCLPRICE, whose first values the wrapper may overwrite before it reads them",
      ours: (bars) => weightedClose(bars),
      theirs: ({ high, low, close }) => talib.WCLPRICE({ high, low, close }).output,
      from: 3,
    },
    {
      oracle: "trading-signals",
      compares: "getWeightedClose",
      ours: (bars) => weightedClose(bars),
      theirs: ({ high, low, close }) =>
        close.map((price, i) => getWeightedClose({ high: high[i]!, low: low[i]!, close: price })),
    },
  ],
};
