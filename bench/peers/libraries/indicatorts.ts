import type * as Indicatorts from "indicatorts";
import { column, columnsNamed, type Peer } from "../peer.ts";

/** Describes indicatorts, which computes whole arrays. */
export function indicatorts(library: unknown): Peer {
  const { sma, ema, rsi, macd, bb, stoch, atr, cci, obv, willr } = library as typeof Indicatorts;
  return {
    package: "indicatorts",
    batch: {
      sma: { run: ({ closes }) => sma(closes, { period: 20 }), columns: column },
      ema: { run: ({ closes }) => ema(closes, { period: 20 }), columns: column },
      rsi: { run: ({ closes }) => rsi(closes, { period: 14 }), columns: column },
      macd: {
        run: ({ closes }) => macd(closes, { fast: 12, slow: 26, signal: 9 }),
        columns: ({ macdLine, signalLine }: { readonly macdLine: number[]; readonly signalLine: number[] }) => [
          macdLine,
          signalLine,
        ],
      },
      bollinger: { run: ({ closes }) => bb(closes, { period: 20 }), columns: columnsNamed("upper", "middle", "lower") },
      "fast stochastic": {
        run: ({ highs, lows, closes }) => stoch(highs, lows, closes, { kPeriod: 14, dPeriod: 3 }),
        columns: columnsNamed("k", "d"),
      },
      atr: {
        run: ({ highs, lows, closes }) => atr(highs, lows, closes, { period: 14 }),
        columns: columnsNamed("atrLine"),
        differs: "the library uses a simple average of the true ranges",
      },
      cci: {
        run: ({ highs, lows, closes }) => cci(highs, lows, closes, { period: 20 }),
        columns: column,
        differs: "the library measures the deviation of each bar from the average of that bar's own window",
      },
      obv: {
        run: ({ closes, volumes }) => obv(closes, volumes),
        columns: column,
        differs: "the library starts at 0, not at the first volume",
      },
      willr: { run: ({ highs, lows, closes }) => willr(highs, lows, closes, { period: 14 }), columns: column },
    },
    streams: {},
  };
}
