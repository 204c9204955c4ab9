import { column, columnsAt, type Peer } from "../peer.ts";

type Numbers = readonly number[];

/** The functions of @ixjb94/indicators that the benchmark uses. */
interface Sync {
  readonly sma: (source: Numbers, period: number) => number[];
  readonly ema: (source: Numbers, period: number) => number[];
  readonly wma: (source: Numbers, period: number) => number[];
  readonly rsi: (source: Numbers, period: number) => number[];
  readonly macd: (source: Numbers, fast: number, slow: number, signal: number) => number[][];
  readonly bbands: (source: Numbers, period: number, deviations: number) => number[][];
  readonly stoch: (high: Numbers, low: Numbers, close: Numbers, k: number, slow: number, d: number) => number[][];
  readonly atr: (high: Numbers, low: Numbers, close: Numbers, period: number) => number[];
  readonly adx: (high: Numbers, low: Numbers, period: number) => number[];
  readonly cci: (high: Numbers, low: Numbers, close: Numbers, period: number) => number[];
  readonly obv: (close: Numbers, volume: Numbers) => number[];
  readonly willr: (high: Numbers, low: Numbers, close: Numbers, period: number) => number[];
}

/** Describes @ixjb94/indicators, a translation of Tulip Indicators to JavaScript. */
export function ixjb94Indicators(library: unknown): Peer {
  const theirs = new (library as { readonly IndicatorsSync: new () => Sync }).IndicatorsSync();
  return {
    package: "@ixjb94/indicators",
    batch: {
      sma: { run: ({ closes }) => theirs.sma(closes, 20), columns: column },
      ema: { run: ({ closes }) => theirs.ema(closes, 20), columns: column },
      wma: { run: ({ closes }) => theirs.wma(closes, 20), columns: column },
      rsi: { run: ({ closes }) => theirs.rsi(closes, 14), columns: column },
      macd: { run: ({ closes }) => theirs.macd(closes, 12, 26, 9), columns: columnsAt(0, 1, 2) },
      bollinger: { run: ({ closes }) => theirs.bbands(closes, 20, 2), columns: columnsAt(2, 1, 0) },
      stochastic: {
        run: ({ highs, lows, closes }) => theirs.stoch(highs, lows, closes, 14, 3, 3),
        columns: columnsAt(0, 1),
      },
      "fast stochastic": {
        run: ({ highs, lows, closes }) => theirs.stoch(highs, lows, closes, 14, 1, 3),
        columns: columnsAt(0, 1),
      },
      atr: { run: ({ highs, lows, closes }) => theirs.atr(highs, lows, closes, 14), columns: column },
      adx: { run: ({ highs, lows }) => theirs.adx(highs, lows, 14), columns: column },
      cci: { run: ({ highs, lows, closes }) => theirs.cci(highs, lows, closes, 20), columns: column },
      obv: {
        run: ({ closes, volumes }) => theirs.obv(closes, volumes),
        columns: column,
        differs: "the library starts at 0, not at the first volume",
      },
      willr: { run: ({ highs, lows, closes }) => theirs.willr(highs, lows, closes, 14), columns: column },
    },
    streams: {},
  };
}
