import { column, fields, number, rowsOf, type Peer } from "../peer.ts";

/** A class of technicalindicators, or of a package with the same interface. */
interface Calculated {
  new (input: object): object;
  readonly calculate: (input: object) => unknown;
}

const ROUNDED = "the library rounds to two decimals";
const FROM_ZERO = "the library starts at 0, not at the first volume";

/** Describes technicalindicators, or a package with the same interface. `bar` is source text for the bar that a stream receives. */
export function technicalIndicatorsLike(name: string, library: unknown, bar: string): Peer {
  const classes = library as Readonly<Record<string, Calculated>>;
  const { SMA, EMA, WMA, RSI, MACD, BollingerBands, Stochastic, ATR, ADX, CCI, OBV, WilliamsR } = classes as Record<
    string,
    Calculated
  > & { readonly [Name in Names]: Calculated };
  const macd = {
    fastPeriod: 12,
    slowPeriod: 26,
    signalPeriod: 9,
    SimpleMAOscillator: false,
    SimpleMASignal: false,
  };
  const none = { high: [], low: [], close: [] };
  const MACD_ROW = ["MACD", "signal", "histogram"];
  const BANDS_ROW = ["upper", "middle", "lower"];
  return {
    package: name,
    batch: {
      sma: { run: ({ closes }) => SMA.calculate({ values: closes, period: 20 }), columns: column },
      ema: { run: ({ closes }) => EMA.calculate({ values: closes, period: 20 }), columns: column },
      wma: { run: ({ closes }) => WMA.calculate({ values: closes, period: 20 }), columns: column },
      rsi: { run: ({ closes }) => RSI.calculate({ values: closes, period: 14 }), columns: column, differs: ROUNDED },
      macd: { run: ({ closes }) => MACD.calculate({ values: closes, ...macd }), columns: rowsOf(...MACD_ROW) },
      bollinger: {
        run: ({ closes }) => BollingerBands.calculate({ values: closes, period: 20, stdDev: 2 }),
        columns: rowsOf(...BANDS_ROW),
      },
      "fast stochastic": {
        run: ({ highs, lows, closes }) =>
          Stochastic.calculate({ high: highs, low: lows, close: closes, period: 14, signalPeriod: 3 }),
        columns: rowsOf("k", "d"),
      },
      atr: {
        run: ({ highs, lows, closes }) => ATR.calculate({ high: highs, low: lows, close: closes, period: 14 }),
        columns: column,
      },
      adx: {
        run: ({ highs, lows, closes }) => ADX.calculate({ high: highs, low: lows, close: closes, period: 14 }),
        columns: rowsOf("adx"),
      },
      cci: {
        run: ({ highs, lows, closes }) => CCI.calculate({ high: highs, low: lows, close: closes, period: 20 }),
        columns: column,
      },
      obv: {
        run: ({ closes, volumes }) => OBV.calculate({ close: closes, volume: volumes }),
        columns: column,
        differs: FROM_ZERO,
      },
      willr: {
        run: ({ highs, lows, closes }) => WilliamsR.calculate({ high: highs, low: lows, close: closes, period: 14 }),
        columns: column,
      },
    },
    streams: {
      sma: { make: () => new SMA({ values: [], period: 20 }), call: "stream.nextValue(closes[i])", numbers: number },
      ema: { make: () => new EMA({ values: [], period: 20 }), call: "stream.nextValue(closes[i])", numbers: number },
      rsi: {
        make: () => new RSI({ values: [], period: 14 }),
        call: "stream.nextValue(closes[i])",
        numbers: number,
        differs: ROUNDED,
      },
      macd: {
        make: () => new MACD({ values: [], ...macd }),
        call: "stream.nextValue(closes[i])",
        numbers: fields(...MACD_ROW),
      },
      bollinger: {
        make: () => new BollingerBands({ values: [], period: 20, stdDev: 2 }),
        call: "stream.nextValue(closes[i])",
        numbers: fields(...BANDS_ROW),
      },
      atr: { make: () => new ATR({ ...none, period: 14 }), call: `stream.nextValue(${bar})`, numbers: number },
      adx: { make: () => new ADX({ ...none, period: 14 }), call: `stream.nextValue(${bar})`, numbers: fields("adx") },
      cci: { make: () => new CCI({ ...none, period: 20 }), call: `stream.nextValue(${bar})`, numbers: number },
    },
  };
}

type Names =
  | "SMA"
  | "EMA"
  | "WMA"
  | "RSI"
  | "MACD"
  | "BollingerBands"
  | "Stochastic"
  | "ATR"
  | "ADX"
  | "CCI"
  | "OBV"
  | "WilliamsR";
