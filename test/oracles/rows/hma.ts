import { WMA } from "technicalindicators";
import { HMA } from "trading-signals";
import { hma } from "../../../src/indicators/hma.ts";
import type { Oracles } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

const period = 20;
const ours = ({ close }: { close: Float64Array }) => hma(close, period);

export const hmaOracles: Oracles = {
  indicator: "hma",
  rows: [
    {
      oracle: "trading-signals",
      compares: "HMA",
      ours,
      theirs({ close }) {
        const signals = new HMA(period);
        return close.map((price) => signals.update(price, false));
      },
    },
    {
      oracle: "talib",
      compares: "three WMA",
      ours,
      theirs({ close }) {
        const average = (inReal: number[], timePeriod: number) =>
          real(talib.WMA({ inReal, timePeriod }).output, timePeriod - 1);
        return hull(close, average);
      },
    },
    {
      oracle: "technicalindicators",
      compares: "three WMA",
      ours,
      theirs: ({ close }) => hull(close, (values, bars) => WMA.calculate({ values, period: bars })),
    },
  ],
};

function hull(close: number[], average: (values: number[], bars: number) => number[]): number[] {
  const fast = average(close, period / 2).slice(period / 2);
  const slow = average(close, period);
  return average(
    slow.map((value, i) => 2 * fast[i]! - value),
    4,
  );
}
