import { getTypicalPrice } from "trading-signals";
import { typicalPrice } from "../../../src/indicators/typical-price.ts";
import type { Oracles } from "../oracle-row.ts";
import { talib } from "../talib.ts";

export const typicalPriceOracles: Oracles = {
  indicator: "typicalPrice",
  rows: [
    {
      oracle: "talib",
      compares: "TYPPRICE, whose first values the wrapper may overwrite before it reads them",
      ours: (bars) => typicalPrice(bars),
      theirs: ({ high, low, close }) => talib.TYPPRICE({ high, low, close }).output,
      from: 3,
    },
    {
      oracle: "trading-signals",
      compares: "getTypicalPrice",
      ours: (bars) => typicalPrice(bars),
      theirs: ({ high, low, close }) =>
        close.map((price, i) => getTypicalPrice({ high: high[i]!, low: low[i]!, close: price })),
    },
  ],
};
