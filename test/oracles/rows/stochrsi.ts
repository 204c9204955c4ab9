import { StochasticRSI } from "technicalindicators";
import { StochasticRSI as SignalsStochasticRSI } from "trading-signals";
import { stochrsi } from "../../../src/indicators/stochrsi.ts";
import type { OracleRow, Oracles } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

/*
 * Where a market stands still for the whole range, ours is flat. The strengths of the others then differ by roundings, and their
 * place in a range made of roundings is a random number: those bars are left out on both sides.
 */
export const stochrsiOracles: Oracles = {
  indicator: "stochrsi",
  rows: [
    {
      oracle: "talib",
      compares: "%D of STOCHRSI, which does not slow %K and takes a flat range as 0",
      ours: ({ close }) => moving(close, stochrsi(close, { slowing: 1, flat: 0 }).d),
      theirs: ({ close }) => moving(close, fastD(close)),
    },
    {
      oracle: "talib",
      compares: "%K as its %D",
      ours: ({ close }) => moving(close, stochrsi(close, { flat: 0 }).k),
      theirs: ({ close }) => moving(close, fastD(close)),
    },
    {
      oracle: "talib",
      compares: "%D as the SMA of its %D",
      ours: ({ close }) => moving(close, stochrsi(close, { flat: 0 }).d),
      theirs: ({ close }) => moving(close, real(talib.SMA({ inReal: fastD(close), timePeriod: 3 }).output, 2)),
    },
    ...(["k", "d"] as const).map((output): OracleRow => ({
      oracle: "technicalindicators",
      compares: `StochasticRSI ${output}, whose strengths are rounded to two decimals; both from the first %D on`,
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
      compares: "StochasticRSI, a fraction there, before %K is slowed; strengths of 0 at the start are passed over",
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

/** The values, but 0 where one of the last five ranges holds nothing but one price. */
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
