import type { Bars } from "../../market/bars.ts";
import type { Instrument } from "../../market/instrument.ts";
import type { MarketData } from "../../market/market-data.ts";
import type { Interval } from "../../time/interval.ts";

/** The time range of a series to read, and how. */
export interface DuckDbRange {
  /** First instant to read, epoch milliseconds. Default: the first bar. */
  readonly from?: number;
  /** End of the range, exclusive. Default: after the last bar. */
  readonly to?: number;
  /** Whether columns are in a `SharedArrayBuffer`, which threads read without a copy. Default: false. */
  readonly shared?: boolean;
}

/** The bars that a backtest reads. */
export interface DuckDbRequest extends DuckDbRange {
  /** Symbols to read. Default: all. */
  readonly symbols?: readonly string[];
  /** Interval of the bars. Default: the shortest that all traded symbols have. Symbols with the role `data` may lack it, as in recordings. */
  readonly interval?: Interval;
  /** Own columns to read, such as a sentiment. Default: all columns of numbers that are no part of a bar. Pass `[]` for none. */
  readonly ownColumns?: readonly string[];
}

/** Properties of instruments by symbol. */
export type Instruments = Readonly<Record<string, Partial<Omit<Instrument, "symbol">>>>;

/**
 * Bars of many instruments in Parquet files or in a DuckDB database. Only the requested bars are read into memory. Created by `openDuckDb`.
 */
export interface DuckDbMarket {
  /** Notes on how times and volumes are read. */
  readonly notes: readonly string[];
  /** Returns all symbols in alphabetical order. Throws `DATA_FILE_INVALID`. */
  symbols(): Promise<readonly string[]>;
  /** Returns the intervals of a symbol, shortest first. Throws `SYMBOL_UNKNOWN`, `INTERVAL_UNKNOWN` and `DATA_FILE_INVALID`. */
  intervals(symbol: string): Promise<readonly Interval[]>;
  /**
   * Reads the bars of one symbol and interval into memory, and checks them.
   *
   * Rows may be stored in any order. Duplicate times, missing values and other invalid bars are refused. Throws `SYMBOL_UNKNOWN`,
   * `INTERVAL_UNAVAILABLE`, `INTERVAL_UNKNOWN`, `SETTING_INVALID` (if the interval given for all bars is longer than the usual step between
   * them), `DATE_RANGE_EMPTY`, `DATE_INVALID`, `DATA_FILE_INVALID` and `BARS_INVALID`.
   *
   * @example
   * const bars = await market.bars("AAPL", "1m", { from: Date.UTC(2020, 0, 1), to: Date.UTC(2021, 0, 1) });
   */
  bars(symbol: string, interval: Interval, range?: DuckDbRange): Promise<Bars>;
  /**
   * Reads bars of several symbols for a backtest, in one interval of the traded symbols, with their own columns. Throws the same errors as `bars`, `INTERVAL_UNAVAILABLE`
   * if the traded symbols have no common interval, and `PARAMETER_OUT_OF_RANGE` for an unknown own column.
   *
   * @example
   * backtest(strategy, await market.marketData({ symbols: ["AAPL", "MSFT"], interval: "1d" }));
   */
  marketData(request?: DuckDbRequest): Promise<MarketData>;
  /** Closes the files. Bars already read stay valid; later reads throw `DATA_FILE_INVALID`. */
  close(): void;
}
