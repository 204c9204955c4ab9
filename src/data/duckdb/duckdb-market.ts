import type { Bars } from "../../market/bars.ts";
import type { Instrument } from "../../market/instrument.ts";
import type { MarketData } from "../../market/market-data.ts";
import type { Interval } from "../../time/interval.ts";

/** Which part of a series is read, and how. */
export interface DuckDbRange {
  /** Bars from this instant on, epoch milliseconds. */
  readonly from?: number;
  /** Up to but not including this instant. */
  readonly to?: number;
  /** Columns over `SharedArrayBuffer`, which threads can read without a copy. */
  readonly shared?: boolean;
}

/** Which bars a backtest runs over. */
export interface DuckDbRequest extends DuckDbRange {
  /** By default all. */
  readonly symbols?: readonly string[];
  /** By default the finest in which all the symbols are recorded. */
  readonly interval?: Interval;
}

/** What is known of the instruments of a table of bars. */
export type Instruments = Readonly<Record<string, Partial<Omit<Instrument, "symbol">>>>;

/**
 * Bars of many instruments in Parquet files or in a DuckDB database, of which only those that are asked for are read into memory. Get one
 * with `openDuckDb`.
 */
export interface DuckDbMarket {
  /** How times and volumes are read, one sentence each. */
  readonly notes: readonly string[];
  /** Every symbol, in alphabetical order. Throws DATA_FILE_INVALID. */
  symbols(): Promise<readonly string[]>;
  /** The intervals in which a symbol is recorded, from short to long. Throws SYMBOL_UNKNOWN, INTERVAL_UNKNOWN, DATA_FILE_INVALID. */
  intervals(symbol: string): Promise<readonly Interval[]>;
  /**
   * Reads the bars of one symbol and interval into memory, and checks them.
   *
   * A table has no order, so rows may be stored in any; a time that occurs twice, a missing value and whatever else breaks a rule of bars is
   * refused. Throws SYMBOL_UNKNOWN, INTERVAL_UNAVAILABLE, INTERVAL_UNKNOWN, SETTING_INVALID (the interval of all bars, when it is longer than the
   * usual step between them), DATE_RANGE_EMPTY, DATE_INVALID, DATA_FILE_INVALID, BARS_INVALID.
   *
   * @example
   * const bars = await market.bars("AAPL", "1m", { from: Date.UTC(2020, 0, 1), to: Date.UTC(2021, 0, 1) });
   */
  bars(symbol: string, interval: Interval, range?: DuckDbRange): Promise<Bars>;
  /**
   * Bars of several symbols and one interval, as a backtest takes them. Throws what `bars` throws; INTERVAL_UNAVAILABLE also when the symbols have no
   * interval in common.
   *
   * @example
   * backtest(strategy, await market.marketData({ symbols: ["AAPL", "MSFT"], interval: "1d" }));
   */
  marketData(request?: DuckDbRequest): Promise<MarketData>;
  /** Closes the files. What was read stays; what is asked for afterwards is refused. */
  close(): void;
}
