import { DeMarker } from "trading-signals";
import { demarker } from "../../../src/indicators/demarker.ts";
import type { Oracles } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

const period = 14;

export const demarkerOracles: Oracles = {
  indicator: "demarker",
  rows: [
    {
      oracle: "talib",
      compares: "SMA of upward MOM of highs as a share with that of downward MOM of lows; 0.5 if both are 0",
      ours: ({ high, low }) => demarker(high, low, period),
      theirs({ high, low }) {
        const averageRise = (prices: number[]) => {
          const changes = real(talib.MOM({ inReal: prices, timePeriod: 1 }).output, 1);
          const rises = changes.map((change) => Math.max(change, 0));
          return real(talib.SMA({ inReal: rises, timePeriod: period }).output, period - 1);
        };
        const downs = averageRise(low.map((price) => -price));
        return averageRise(high).map((up, i) => (up === 0 && downs[i] === 0 ? 0.5 : up / (up + downs[i]!)));
      },
    },
    {
      oracle: "trading-signals",
      compares: "DeMarker",
      ours: ({ high, low }) => demarker(high, low, period),
      theirs({ high, low }) {
        const signals = new DeMarker({ interval: period });
        return high.map((top, i) => signals.update({ high: top, low: low[i]! }, false));
      },
    },
  ],
};
