import { shown } from "../../primitives/check.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { Bars } from "../../market/bars.ts";
import { type Instrument, instrument } from "../../market/instrument.ts";
import type { MarketData, Series } from "../../market/market-data.ts";
import { formatInstant } from "../../time/instant.ts";
import { INTERVALS, type Interval } from "../../time/interval.ts";
import type { BarTable } from "./bar-table.ts";
import { readBars } from "./read-bars.ts";
import { type RecordedSeries, SeriesList } from "./series-list.ts";

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
export class DuckDbMarket {
  /** How times and volumes are read, one sentence each. */
  readonly notes: readonly string[];
  readonly #table: BarTable;
  readonly #list: SeriesList;
  readonly #instruments: Instruments;

  /** Throws SETTING_INVALID when an interval is given for a table that has a column of them. */
  constructor(table: BarTable, interval: Interval | undefined, instruments: Instruments) {
    if (interval !== undefined && table.layout.interval !== undefined) throw twoIntervals(table, interval);
    this.#table = table;
    this.#list = new SeriesList(table, interval);
    this.#instruments = instruments;
    const { layout, time } = table;
    const volume = layout.volume === undefined ? "There is no column of volumes; every volume is 0." : undefined;
    this.notes = [time.note, volume].filter((note) => note !== undefined);
  }

  /** Every symbol, in alphabetical order. Throws DATA_FILE_INVALID. */
  async symbols(): Promise<readonly string[]> {
    return (await this.#list.all()).map(({ symbol }) => symbol);
  }

  /** The intervals in which a symbol is recorded, from short to long. Throws SYMBOL_UNKNOWN, INTERVAL_UNKNOWN, DATA_FILE_INVALID. */
  async intervals(symbol: string): Promise<readonly Interval[]> {
    return this.#list.intervals(await this.#known(symbol));
  }

  /**
   * Reads the bars of one symbol and interval into memory, and checks them.
   *
   * A table has no order, so rows may be stored in any; a time that occurs twice, a missing value and whatever else breaks a rule of bars is
   * refused. Throws SYMBOL_UNKNOWN, INTERVAL_UNAVAILABLE, INTERVAL_UNKNOWN, DATE_RANGE_EMPTY, DATE_INVALID, DATA_FILE_INVALID, BARS_INVALID.
   *
   * @example
   * const bars = await market.bars("AAPL", "1m", { from: Date.UTC(2020, 0, 1), to: Date.UTC(2021, 0, 1) });
   */
  async bars(symbol: string, interval: Interval, range: DuckDbRange = {}): Promise<Bars> {
    const { from = -Infinity, to = Infinity, shared = false } = range;
    for (const [name, instant] of Object.entries({ from, to }))
      if (typeof instant !== "number" || Number.isNaN(instant)) throw notAnInstant(name, instant);
    // A table that does not say its intervals is asked for them first; one that does only when there is nothing to read.
    if (this.#table.layout.interval === undefined) await this.#checkInterval(symbol, interval);
    const columns = await readBars(this.#table, { symbol, interval, from, to }, shared);
    if (columns.time.length === 0) {
      const { first, last } = await this.#checkInterval(symbol, interval);
      throw emptyRange(symbol, from, to, first, last);
    }
    return new Bars(interval, columns);
  }

  /**
   * Bars of several symbols and one interval, as a backtest takes them. Throws what `bars` throws; INTERVAL_UNAVAILABLE also when the symbols have no
   * interval in common.
   *
   * @example
   * backtest(strategy, await market.marketData({ symbols: ["AAPL", "MSFT"], interval: "1d" }));
   */
  async marketData(request: DuckDbRequest = {}): Promise<MarketData> {
    const { symbols = await this.symbols(), interval: asked, ...range } = request;
    const interval = asked ?? (await this.#commonInterval(symbols));
    const series: Series[] = [];
    // One after the other: DuckDB uses every core for each of them.
    for (const symbol of symbols)
      series.push({
        instrument: instrument(symbol, this.#instruments[symbol]),
        bars: await this.bars(symbol, interval, range),
      });
    const source = `The bars of ${interval} are read from ${this.#table.database.place} by DuckDB.`;
    return { series, notes: [source, ...this.notes] };
  }

  /** Closes the files. What was read stays; what is asked for afterwards is refused. */
  close(): void {
    this.#table.database.close();
  }

  async #known(symbol: string): Promise<RecordedSeries> {
    const all = await this.#list.all();
    const series = all.find((one) => one.symbol === symbol);
    if (series !== undefined) return series;
    const known = all.map((one) => one.symbol);
    const some = known.slice(0, 20).join(", ");
    throw new HindcastError("SYMBOL_UNKNOWN", `symbol must be one of the recorded, ${some}, was ${shown(symbol)}`, {
      symbol,
      known,
    });
  }

  async #checkInterval(symbol: string, interval: Interval): Promise<RecordedSeries> {
    const series = await this.#known(symbol);
    const available = await this.#list.intervals(series);
    if (available.includes(interval)) return series;
    throw unavailable([symbol], interval, available);
  }

  async #commonInterval(symbols: readonly string[]): Promise<Interval> {
    const recorded = await Promise.all(symbols.map(async (symbol) => new Set(await this.intervals(symbol))));
    const common = INTERVALS.find((interval) => recorded.every((intervals) => intervals.has(interval)));
    if (common !== undefined && symbols.length > 0) return common;
    throw unavailable(symbols, undefined, []);
  }
}

function twoIntervals({ database, layout }: BarTable, interval: Interval): HindcastError {
  const message = `interval must be given for data without a column of intervals only, was ${interval}; ${database.place} has ${layout.interval}`;
  return new HindcastError("SETTING_INVALID", message, { file: database.place, interval, column: layout.interval });
}

function unavailable(
  symbols: readonly string[],
  interval: Interval | undefined,
  available: readonly Interval[],
): HindcastError {
  const recorded = available.join(", ") || "none";
  const message = `interval must be one in which ${symbols.join(", ")} are recorded (${recorded}), was ${shown(interval)}`;
  return new HindcastError("INTERVAL_UNAVAILABLE", message, { interval, available, symbols });
}

function emptyRange(symbol: string, from: number, to: number, first: number, last: number): HindcastError {
  const range = `${shownInstant(from)} to ${shownInstant(to)}`;
  const recorded = `${formatInstant(first)} to ${formatInstant(last)}`;
  const message = `the range must hold a bar of ${symbol}, which is recorded from ${recorded}, was ${range}`;
  return new HindcastError("DATE_RANGE_EMPTY", message, { symbol, from, to, first, last });
}

function notAnInstant(name: string, was: unknown): HindcastError {
  return new HindcastError("DATE_INVALID", `${name} must be an instant in milliseconds, was ${shown(was)}`, {
    [name]: was,
  });
}

function shownInstant(instant: number): string {
  return Math.abs(instant) <= 8.64e15 ? formatInstant(instant) : String(instant);
}
