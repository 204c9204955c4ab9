import { SD, WEMA } from "technicalindicators";
import { RelativeVolatilityIndex } from "trading-signals";
import { rvi } from "../../../src/indicators/rvi.ts";
import type { Oracles } from "../oracle-row.ts";

const period = 10;
const smoothing = 14;

export const rviOracles: Oracles = {
  indicator: "rvi",
  rows: [
    {
      oracle: "technicalindicators",
      compares: "WEMA of SD on rising and on falling bars",
      ours: ({ close }) => rvi(close, period, smoothing),
      theirs({ close }) {
        const deviations = SD.calculate({ values: close, period });
        const average = (side: number) =>
          WEMA.calculate({
            values: deviations.map((value, i) =>
              Math.sign(close[i + period - 1]! - close[i + period - 2]!) === side ? value : 0,
            ),
            period: smoothing,
          });
        const down = average(-1);
        return average(1).map((up, i) => {
          const both = up + down[i]!;
          return both === 0 ? 50 : (100 * up) / both;
        });
      },
    },
    {
      oracle: "trading-signals",
      compares: "RelativeVolatilityIndex",
      ours: ({ close }) => rvi(close, period, smoothing),
      theirs({ close }) {
        const signals = new RelativeVolatilityIndex({ interval: smoothing, stddevInterval: period });
        return close.map((price) => signals.update(price, false));
      },
    },
  ],
};
