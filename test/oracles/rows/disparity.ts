import { DisparityIndex } from "trading-signals";
import { disparity } from "../../../src/indicators/disparity.ts";
import type { Oracles } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

const period = 14;
const ours = ({ close }: { close: Float64Array }) => disparity(close, period);

export const disparityOracles: Oracles = {
  indicator: "disparity",
  rows: [
    {
      oracle: "talib",
      compares: "the distance from SMA in percent of SMA",
      ours,
      theirs({ close }) {
        const means = real(talib.SMA({ inReal: close, timePeriod: period }).output, period - 1);
        return means.map((mean, i) => (100 * (close[i + period - 1]! - mean)) / mean);
      },
    },
    {
      oracle: "trading-signals",
      compares: "DisparityIndex",
      ours,
      theirs({ close }) {
        const signals = new DisparityIndex(period);
        return close.map((price) => signals.update(price, false));
      },
    },
  ],
};
