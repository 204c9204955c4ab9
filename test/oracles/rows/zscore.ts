import { SD } from "technicalindicators";
import { getZScore } from "trading-signals";
import { zscore } from "../../../src/indicators/zscore.ts";
import type { Oracles } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

const period = 20;
/** Value in place of a missing z-score, far beyond any z-score of 20 bars. */
const NONE = 99;

function ours({ close }: { close: Float64Array }): Float64Array {
  return zscore(close, period).map((score, i) => (i >= period - 1 && Number.isNaN(score) ? NONE : score));
}

/** Z-score of a distance, or NONE if the standard deviation is zero. */
function scored(distance: number, deviation: number): number {
  return deviation === 0 ? NONE : distance / deviation;
}

export const zscoreOracles: Oracles = {
  indicator: "zscore",
  rows: [
    {
      oracle: "talib",
      compares: "SMA and VAR combined",
      ours,
      theirs({ close }) {
        const { output: mean } = talib.SMA({ inReal: close, timePeriod: period });
        const { output: variance } = talib.VAR({ inReal: close, timePeriod: period, nbDev: 1 });
        return real(mean, period - 1).map((middle, i) =>
          scored(close[i + period - 1]! - middle, Math.sqrt(variance[i]!)),
        );
      },
    },
    {
      oracle: "technicalindicators",
      compares: "SD combined with the mean of each window",
      ours,
      theirs({ close }) {
        const deviation: number[] = SD.calculate({ values: close, period });
        return deviation.map((sigma, i) => {
          const window = close.slice(i, i + period);
          return scored(window[period - 1]! - window.reduce((sum, price) => sum + price) / period, sigma);
        });
      },
    },
    {
      oracle: "trading-signals",
      compares: "getZScore of each window, which throws for constant values",
      ours,
      theirs: ({ close }) =>
        close.slice(period - 1).map((_, i) => {
          const window = close.slice(i, i + period);
          return window.every((price) => price === window[0]) ? NONE : getZScore(window);
        }),
    },
  ],
};
