import { FRAMA } from "trading-signals";
import { frama } from "../../../src/indicators/frama.ts";
import type { Oracles } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

const period = 16;
const half = period / 2;

export const framaOracles: Oracles = {
  indicator: "frama",
  rows: [
    {
      oracle: "trading-signals",
      compares: "FRAMA, which uses one series as high, low and price",
      ours: ({ close }) => frama(close, close, period),
      theirs({ close }) {
        const signals = new FRAMA(period);
        return close.map((price) => signals.update(price, false));
      },
    },
    {
      oracle: "talib",
      compares: "the average computed from MAX and MIN",
      ours: (bars) => frama(bars, period),
      theirs({ high, low }) {
        const range = (length: number): number[] => {
          const lowest = real(talib.MIN({ inReal: low, timePeriod: length }).output, length - 1);
          return real(talib.MAX({ inReal: high, timePeriod: length }).output, length - 1).map(
            (top, i) => top - lowest[i]!,
          );
        };
        const halves = range(half);
        let average = NaN;
        return range(period).map((whole, i) => {
          const middle = (high[i + period - 1]! + low[i + period - 1]!) / 2;
          const ratio = (halves[i]! + halves[i + half]!) / whole;
          const factor = whole === 0 ? 1 : Math.min(1, Math.exp(-4.6 * Math.log2(ratio)));
          average = i === 0 ? middle : factor * middle + (1 - factor) * average;
          return average;
        });
      },
    },
  ],
};
