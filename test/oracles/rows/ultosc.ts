import { UltimateOscillator } from "trading-signals";
import { ultosc } from "../../../src/indicators/ultosc.ts";
import type { BarColumns } from "../../support/series.ts";
import type { Oracles } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

export const ultoscOracles: Oracles = {
  indicator: "ultosc",
  rows: [
    {
      oracle: "talib",
      compares: "ULTOSC, with a flat window of 0",
      ours: ({ high, low, close }) => ultosc(high, low, close, { flat: 0 }),
      theirs: ({ high, low, close }) =>
        real(talib.ULTOSC({ high, low, close, timePeriod1: 7, timePeriod2: 14, timePeriod3: 28 }).output, 28),
    },
    {
      oracle: "trading-signals",
      compares: "UltimateOscillator, which is 50 if the shortest window has no range",
      ours: (bars) => ultosc(bars).map((value, i) => (i >= 28 && shortestIsFlat(bars, i) ? 50 : value)),
      theirs({ high, low, close }) {
        const signals = new UltimateOscillator();
        return close.map((price, i) => signals.update({ high: high[i]!, low: low[i]!, close: price }, false));
      },
    },
  ],
};

function shortestIsFlat({ high, low, close }: BarColumns, last: number): boolean {
  const from = last - 6;
  const tops = [close[from - 1]!, ...high.subarray(from, last + 1)];
  const bottoms = [close[from - 1]!, ...low.subarray(from, last + 1)];
  return Math.max(...tops) === Math.min(...bottoms);
}
