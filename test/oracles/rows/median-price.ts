import { getMedianPrice } from "trading-signals";
import { medianPrice } from "../../../src/indicators/median-price.ts";
import type { Oracles } from "../oracle-row.ts";
import { talib } from "../talib.ts";

export const medianPriceOracles: Oracles = {
  indicator: "medianPrice",
  rows: [
    {
      oracle: "talib",
      compares: "MEDPRICE, whose first values the wrapper may overwrite before it reads them",
      ours: (bars) => medianPrice(bars),
      theirs: ({ high, low }) => talib.MEDPRICE({ high, low }).output,
      from: 3,
    },
    {
      oracle: "trading-signals",
      compares: "getMedianPrice",
      ours: (bars) => medianPrice(bars),
      theirs: ({ high, low }) => high.map((top, i) => getMedianPrice({ high: top, low: low[i]! })),
    },
  ],
};
