import { efficiencyRatio } from "../../../src/indicators/efficiency-ratio.ts";
import type { Oracles } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

const period = 10;

// The efficiency ratio of trading-signals is not compared, since it divides by the range of highs and lows.
export const efficiencyRatioOracles: Oracles = {
  indicator: "efficiencyRatio",
  rows: [
    {
      oracle: "talib",
      compares: "MOM over the SUM of the steps",
      ours: ({ close }) => efficiencyRatio(close, period),
      theirs({ close }) {
        const steps = real(talib.MOM({ inReal: close, timePeriod: 1 }).output, 1).map(Math.abs);
        const way = real(talib.SUM({ inReal: steps, timePeriod: period }).output, period - 1);
        const distance = real(talib.MOM({ inReal: close, timePeriod: period }).output, period);
        return distance.map((change, i) => (way[i] === 0 ? 1 : Math.abs(change) / way[i]!));
      },
    },
  ],
};
