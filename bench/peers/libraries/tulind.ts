import type { BenchData } from "../../support/bench-data.ts";
import { columnsAt, type BatchWork, type Peer } from "../peer.ts";

interface Tulind {
  readonly indicators: Readonly<
    Record<
      string,
      {
        readonly indicator: (
          inputs: readonly (readonly number[])[],
          options: readonly number[],
          done: (error: unknown, results: readonly (readonly number[])[]) => void,
        ) => void;
      }
    >
  >;
}

/** Describes tulind, which calls the C library Tulip Indicators. Its callback is synchronous. */
export function tulind(library: unknown): Peer {
  const { indicators } = library as Tulind;
  const work = (
    name: string,
    inputs: (data: BenchData) => readonly (readonly number[])[],
    options: readonly number[],
    ...indices: readonly number[]
  ): BatchWork => {
    const { indicator } = indicators[name]!;
    return {
      run(data) {
        let output: unknown;
        indicator(inputs(data), options, (error, results) => {
          output = error ?? results;
        });
        return output;
      },
      columns: columnsAt(...(indices.length === 0 ? [0] : indices)),
    };
  };
  const close = ({ closes }: BenchData) => [closes];
  const bars = ({ highs, lows, closes }: BenchData) => [highs, lows, closes];
  return {
    package: "tulind",
    batch: {
      sma: work("sma", close, [20]),
      ema: work("ema", close, [20]),
      wma: work("wma", close, [20]),
      rsi: work("rsi", close, [14]),
      macd: {
        ...work("macd", close, [12, 26, 9], 0, 1, 2),
        differs:
          "its averages with periods of 12 and 26 give the last close weights of 0.15 and 0.075, not 2 / 13 and 2 / 27",
      },
      bollinger: work("bbands", close, [20, 2], 2, 1, 0),
      stochastic: work("stoch", bars, [14, 3, 3], 0, 1),
      "fast stochastic": work("stoch", bars, [14, 1, 3], 0, 1),
      atr: work("atr", bars, [14]),
      adx: work("adx", bars, [14]),
      cci: work("cci", bars, [20]),
      obv: {
        ...work("obv", ({ closes, volumes }) => [closes, volumes], []),
        differs: "the library starts at 0, not at the first volume",
      },
      willr: work("willr", bars, [14]),
    },
    streams: {},
  };
}
