import { getLinearRegression } from "trading-signals";
import { standardError } from "../../../src/indicators/standard-error.ts";
import type { Oracles, PlainBars } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

const period = 14;
const ours = ({ close }: { close: Float64Array }) => standardError(close, period);

export const standardErrorOracles: Oracles = {
  indicator: "standardError",
  rows: [
    {
      oracle: "trading-signals",
      compares: "the squared distances from getLinearRegression of each window, divided by period - 2",
      ours,
      theirs: ({ close }) =>
        close.slice(period - 1).map((_, i) => {
          const window = close.slice(i, i + period);
          const { intercept, slope } = getLinearRegression(window);
          return rootOf(window.map((price, k) => price - (intercept + slope * k)));
        }),
    },
    {
      oracle: "talib",
      compares: "the squared distances from LINEARREG_INTERCEPT and LINEARREG_SLOPE, divided by period - 2",
      ours,
      theirs: ({ close }) => talibErrors(close),
    },
  ],
};

function talibErrors(close: PlainBars["close"]): number[] {
  const { output: intercepts } = talib.LINEARREG_INTERCEPT({ inReal: close, timePeriod: period });
  const { output: slopes } = talib.LINEARREG_SLOPE({ inReal: close, timePeriod: period });
  return real(intercepts, period - 1).map((intercept, i) =>
    rootOf(close.slice(i, i + period).map((price, k) => price - (intercept + slopes[i]! * k))),
  );
}

function rootOf(rest: readonly number[]): number {
  return Math.sqrt(rest.reduce((sum, value) => sum + value * value, 0) / (period - 2));
}
