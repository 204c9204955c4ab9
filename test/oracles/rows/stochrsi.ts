import { StochasticRSI } from "technicalindicators";
import { StochasticRSI as SignalsStochasticRSI } from "trading-signals";
import { stochrsi } from "../../../src/indicators/stochrsi.ts";
import type { OracleRow, Oracles } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

/*
 * While prices are constant, Hindcast's range of RSI values is flat. In other libraries these values differ by rounding
 * errors, which makes the stochastic random. Such bars are left out.
 */
export const stochrsiOracles: Oracles = {
  indicator: "stochrsi",
  rows: [
    {
      oracle: "talib",
      compares: "%D of STOCHRSI with slowing 1 and a flat range of 0",
      ours: ({ close }) => moving(close, stochrsi(close, { slowing: 1, flat: 0 }).d),
      theirs: ({ close }) => moving(close, fastD(close)),
    },
    {
      oracle: "talib",
      compares: "%D of STOCHRSI as %K",
      ours: ({ close }) => moving(close, stochrsi(close, { flat: 0 }).k),
      theirs: ({ close }) => moving(close, fastD(close)),
    },
    {
      oracle: "talib",
      compares: "SMA of %D of STOCHRSI as %D",
      ours: ({ close }) => moving(close, stochrsi(close, { flat: 0 }).d),
      theirs: ({ close }) => moving(close, real(talib.SMA({ inReal: fastD(close), timePeriod: 3 }).output, 2)),
    },
    ...(["k", "d"] as const).map((output): OracleRow => ({
      oracle: "technicalindicators",
      compares: `StochasticRSI ${output}, of strengths rounded to two decimals, from the first %D`,
      ours: ({ close }) => stochrsi(close, { flat: 0 })[output],
      theirs: ({ close }) =>
        StochasticRSI.calculate({
          values: close,
          rsiPeriod: 14,
          stochasticPeriod: 14,
          kPeriod: 3,
          dPeriod: 3,
        }).map((value) => value[output]),
      from: 31,
      tolerance: 0.2,
    })),
    {
      oracle: "trading-signals",
      compares: "StochasticRSI, which is an unslowed fraction, after the first bars",
      ours: ({ close }) => moving(close, stochrsi(close, { slowing: 1 }).k),
      theirs({ close }) {
        const signals = new SignalsStochasticRSI(14);
        return moving(
          close,
          close.map((price) => 100 * (signals.update(price, false) ?? NaN)),
        );
      },
      from: 60,
    },
  ],
};

/** Values with 0 in place of those for which one of the last five ranges contains only one price. */
function moving<T extends Float64Array | number[]>(close: Float64Array | number[], values: T): T {
  const behind = close.length - values.length;
  let still = 0;
  let moved = 0;
  close.forEach((price, i) => {
    still = price === close[i - 1] ? still + 1 : 0;
    moved = still >= 13 ? 0 : moved + 1;
    if (i >= behind && moved < 5) values[i - behind]! *= 0;
  });
  return values;
}

function fastD(close: number[]): number[] {
  return real(talib.STOCHRSI({ inReal: close, timePeriod: 14, fastK_Period: 14, fastD_Period: 3 }).fastD, 29);
}
