import { SD } from "technicalindicators";
import { getStandardDeviation } from "trading-signals";
import { histvol } from "../../../src/indicators/histvol.ts";
import type { Oracles } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

const period = 20;
const yearly = Math.sqrt((252 * period) / (period - 1));

export const histvolOracles: Oracles = {
  indicator: "histvol",
  rows: [
    {
      oracle: "talib",
      compares: "the annualized sample root of VAR over LN of ROCR, whose running sums leave a rounding error",
      ours: ({ close }) => histvol(close, period),
      theirs: ({ close }) =>
        real(talib.VAR({ inReal: returnsOf(close), timePeriod: period, nbDev: 1 }).output, period - 1).map(
          (variance) => Math.sqrt(Math.max(0, variance)) * yearly,
        ),
      tolerance: 1e-6,
    },
    {
      oracle: "technicalindicators",
      compares: "SD of the returns, annualized; 1 is added since it treats 0 as missing",
      ours: ({ close }) => histvol(close, period),
      theirs: ({ close }) =>
        SD.calculate({ values: returnsOf(close).map((value) => 1 + value), period }).map((value) => value * yearly),
    },
    {
      oracle: "trading-signals",
      compares: "getStandardDeviation of the returns, as an annualized sample",
      ours: ({ close }) => histvol(close, period),
      theirs({ close }) {
        const returns = returnsOf(close);
        return returns.slice(period - 1).map((_, i) => getStandardDeviation(returns.slice(i, i + period)) * yearly);
      },
    },
  ],
};

function returnsOf(close: number[]): number[] {
  return talib.LN({ inReal: real(talib.ROCR({ inReal: close, timePeriod: 1 }).output, 1) }).output;
}
