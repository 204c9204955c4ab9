import { Bars } from "../../market/bars.ts";
import { type Instrument, instrument, isTraded } from "../../market/instrument.ts";
import type { MarketData, OwnColumns, Series } from "../../market/market-data.ts";
import { type RunIntervals, runIntervals } from "../../market/run-intervals.ts";
import { type BarColumns, checkBars, columnsByName } from "../../market/validate-bars.ts";
import { formatValue, parameterError } from "../../primitives/check.ts";
import { listNames } from "../../primitives/words.ts";
import { type Column, sharedColumn } from "../../primitives/column.ts";
import { getOrCreate } from "../../primitives/map-helpers.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { inferInterval } from "../../time/infer-interval.ts";
import { formatInstant } from "../../time/instant.ts";
import {
  checkInterval,
  compareIntervals,
  type Interval,
  INTERVAL_FORMS,
  isInterval,
  isSameInterval,
  nameAmong,
} from "../../time/interval.ts";
import { invalidFile } from "../file-error.ts";
import { rangeOf } from "../recording/selection.ts";
import { shorterStep } from "../bar-file.ts";
import { BAR_NUMBERS } from "./bar-fields.ts";
import { type BarTable, quoteName, type RowSelection, rowsWhere } from "./bar-table.ts";
import type { DuckDbMarket, DuckDbRange, DuckDbRequest, Instruments } from "./duckdb-market.ts";

/** Reads the bars of many instruments from one table. */
export class TableMarket implements DuckDbMarket {
  readonly notes: readonly string[];
  readonly #table: BarTable;
  readonly #list: SeriesList;
  readonly #instruments: Instruments;
  readonly #zone: string | undefined;

  /** Throws `SETTING_INVALID` if an interval is given for a table with an interval column. */
  constructor(table: BarTable, interval: Interval | undefined, instruments: Instruments, zone: string | undefined) {
    this.#zone = zone;
    if (interval !== undefined && table.layout.interval !== undefined) throw needlessInterval(table, interval);
    this.#table = table;
    this.#list = new SeriesList(table, interval);
    this.#instruments = instruments;
    const { layout, own, time } = table;
    const volume = layout.volume === undefined ? "There is no volume column; every volume is 0." : undefined;
    const extra = own.length === 0 ? undefined : `Own columns: ${listNames(own)}.`;
    this.notes = [time.note, volume, extra].filter((note) => note !== undefined);
  }

  async symbols(): Promise<readonly string[]> {
    return (await this.#list.all()).map(({ symbol }) => symbol);
  }

  async intervals(symbol: string): Promise<readonly Interval[]> {
    return this.#list.intervals(await this.#findSeries(symbol));
  }

  async bars(symbol: string, interval: Interval, range: DuckDbRange = {}): Promise<Bars> {
    return (await this.#read(symbol, interval, range, [])).bars;
  }

  /** Reads bars and the own columns `own`. */
  async #read(
    symbol: string,
    interval: Interval,
    range: DuckDbRange,
    own: readonly string[],
  ): Promise<Pick<Series, "bars" | "columns">> {
    const { from = -Infinity, to = Infinity, shared = false } = range;
    for (const [name, instant] of Object.entries({ from, to }))
      if (typeof instant !== "number" || Number.isNaN(instant)) throw notAnInstant(name, instant);
    const onlyInterval = await this.#list.onlyInterval(symbol);
    if (onlyInterval !== undefined && !isSameInterval(onlyInterval, checkInterval(interval)))
      throw intervalUnavailable([symbol], interval, [onlyInterval]);
    const { columns, ownColumns } = await readBars(this.#table, { symbol, interval, from, to }, own, shared);
    if (columns.time.length === 0) {
      // Only the error needs the list of all series, which scans the whole table.
      const series = await this.#findSeries(symbol);
      const available = await this.#list.intervals(series);
      if (nameAmong(available, interval) === undefined) throw intervalUnavailable([symbol], interval, available);
      throw emptyRange(symbol, from, to, series.first, series.last);
    }
    if (this.#list.declaredInterval !== undefined) checkStep(columns.time, interval, symbol);
    return { bars: new Bars(interval, columns, this.#zone), ...(own.length > 0 && { columns: ownColumns }) };
  }

  async marketData(request: DuckDbRequest = {}): Promise<MarketData> {
    const { symbols = await this.symbols(), interval: asked, ownColumns = this.#table.own, ...range } = request;
    const unknown = ownColumns.find((name) => !this.#table.own.includes(name));
    if (unknown !== undefined)
      throw parameterError("ownColumns", `among the columns of numbers (${this.#table.own.join(", ")})`, unknown);
    const instruments = symbols.map((symbol) => instrument(symbol, this.#instruments[symbol]));
    const { interval, bySymbol, notes } = await this.#intervals(instruments, asked);
    const series: Series[] = [];
    // Symbols are read in sequence, since DuckDB uses every core for each query.
    for (const one of instruments)
      series.push({
        instrument: one,
        ...(await this.#read(one.symbol, bySymbol.get(one.symbol) ?? interval, range, ownColumns)),
        ...(this.#zone !== undefined && { zone: this.#zone }),
      });
    const source = `The bars of ${interval} are read from ${this.#table.database.place} by DuckDB.`;
    return { series, notes: [source, ...notes, ...this.notes] };
  }

  close(): void {
    this.#table.database.close();
  }

  async #findSeries(symbol: string): Promise<RecordedSeries> {
    const all = await this.#list.all();
    const series = all.find((entry) => entry.symbol === symbol);
    if (series !== undefined) return series;
    const knownSymbols = all.map((entry) => entry.symbol);
    const some = knownSymbols.slice(0, 20).join(", ");
    throw new HindcastError(
      "SYMBOL_UNKNOWN",
      `symbol must be one of the recorded symbols, ${some}, was ${formatValue(symbol)}`,
      {
        symbol,
        known: knownSymbols,
      },
    );
  }

  /** Returns the interval of a run, and those of symbols that have another one. */
  async #intervals(
    instruments: readonly Instrument[],
    asked: Interval | undefined,
  ): Promise<Pick<RunIntervals, "bySymbol" | "notes"> & { readonly interval: Interval }> {
    // Finding the intervals of a symbol scans the whole table.
    if (asked !== undefined && instruments.every(isTraded)) return { interval: asked, bySymbol: new Map(), notes: [] };
    const symbols = instruments.map(({ symbol }) => symbol);
    const recorded = new Map<string, readonly Interval[]>();
    for (const symbol of symbols) recorded.set(symbol, await this.intervals(symbol));
    const chosen = runIntervals(symbols, instruments, (symbol) => recorded.get(symbol)!, asked);
    const { interval, deciding, available } = chosen;
    if (interval === undefined) throw intervalUnavailable(deciding, asked, available);
    return { ...chosen, interval: asked ?? interval };
  }
}

function needlessInterval({ database, layout }: BarTable, interval: Interval): HindcastError {
  const message = `interval must not be given for data with an interval column (${layout.interval} in ${database.place}), was ${interval}`;
  return new HindcastError("SETTING_INVALID", message, { file: database.place, interval, column: layout.interval });
}

/** Throws `SETTING_INVALID` if the option `interval` is longer than the usual step between bars. */
function checkStep(time: Column, interval: Interval, symbol: string): void {
  const usual = shorterStep(time, interval);
  if (usual === undefined) return;
  const message = `interval must not be longer than the usual step between the bars of ${symbol}, ${usual}, was ${interval}`;
  throw new HindcastError("SETTING_INVALID", message, { symbol, interval, usual });
}

function intervalUnavailable(
  symbols: readonly string[],
  interval: Interval | undefined,
  available: readonly Interval[],
): HindcastError {
  const recorded = available.join(", ") || "none";
  const message = `interval must be one in which ${symbols.join(", ")} are recorded (${recorded}), was ${formatValue(interval)}`;
  return new HindcastError("INTERVAL_UNAVAILABLE", message, { interval, available, symbols });
}

function emptyRange(symbol: string, from: number, to: number, first: number, last: number): HindcastError {
  const range = `${formatBound(from)} to ${formatBound(to)}`;
  const recorded = `${formatInstant(first)} to ${formatInstant(last)}`;
  const message = `the range must contain a bar of ${symbol}, which is recorded from ${recorded}, was ${range}`;
  return new HindcastError("DATE_RANGE_EMPTY", message, { symbol, from, to, first, last });
}

function notAnInstant(name: string, was: unknown): HindcastError {
  return new HindcastError("DATE_INVALID", `${name} must be an instant in milliseconds, was ${formatValue(was)}`, {
    [name]: was,
  });
}

function formatBound(instant: number): string {
  return Math.abs(instant) <= 8.64e15 ? formatInstant(instant) : String(instant);
}

/** The series of one symbol in a table. */
interface RecordedSeries {
  readonly symbol: string;
  /** Recorded intervals; empty if the table has no interval column. */
  readonly intervals: readonly Interval[];
  /** First and last time, epoch milliseconds. */
  readonly first: number;
  readonly last: number;
}

/** Symbols and intervals of a table of bars. They are cached, since finding them scans the whole table. */
class SeriesList {
  /** Interval of all bars, given as an option for a table without an interval column. */
  readonly declaredInterval: Interval | undefined;
  readonly #table: BarTable;
  readonly #usual = new Map<string, Promise<Interval | undefined>>();
  #all: Promise<readonly RecordedSeries[]> | undefined;

  constructor(table: BarTable, declaredInterval: Interval | undefined) {
    this.#table = table;
    this.declaredInterval = declaredInterval;
  }

  /** Returns the series of all symbols in alphabetical order. Throws `DATA_FILE_INVALID`. */
  all(): Promise<readonly RecordedSeries[]> {
    this.#all ??= listSeries(this.#table);
    return this.#all;
  }

  /** Returns the intervals of a symbol, shortest first. Throws `INTERVAL_UNKNOWN` and `DATA_FILE_INVALID`. */
  async intervals({ symbol, intervals }: RecordedSeries): Promise<readonly Interval[]> {
    const onlyInterval = await this.onlyInterval(symbol);
    return onlyInterval === undefined ? intervals : [onlyInterval];
  }

  /**
   * Returns the interval of a symbol in a table without an interval column: the one given for all bars, else the usual step between bars.
   * Undefined for a table with an interval column, and for an unknown symbol. Throws `INTERVAL_UNKNOWN` and `DATA_FILE_INVALID`.
   */
  async onlyInterval(symbol: string): Promise<Interval | undefined> {
    if (this.declaredInterval !== undefined || this.#table.layout.interval !== undefined) return this.declaredInterval;
    return getOrCreate(this.#usual, symbol, () => usualInterval(this.#table, symbol));
  }
}

async function usualInterval(table: BarTable, symbol: string): Promise<Interval | undefined> {
  const time = await readTimes(table, { symbol, interval: undefined, from: -Infinity, to: Infinity });
  return time.length === 0 ? undefined : inferInterval(time);
}

async function listSeries({ database, from, values, layout, time }: BarTable): Promise<readonly RecordedSeries[]> {
  const interval = layout.interval === undefined ? "NULL" : `CAST(${quoteName(layout.interval)} AS VARCHAR)`;
  const rows = await database.rows({
    sql: `SELECT CAST(${quoteName(layout.symbol)} AS VARCHAR), ${interval}, min(${time.expression}), max(${time.expression})
          FROM ${from} GROUP BY 1, 2`,
    values,
  });
  const series = new Map<string, { intervals: Set<Interval>; first: number; last: number }>();
  for (const [symbol, recorded, first, last] of rows) {
    if (typeof symbol !== "string" || symbol === "") throw badCell(database.place, layout.symbol, "a symbol", symbol);
    if (layout.interval !== undefined && !isInterval(recorded))
      throw badCell(database.place, layout.interval, INTERVAL_FORMS, recorded);
    const entry = series.get(symbol) ?? { intervals: new Set(), first: Infinity, last: -Infinity };
    if (isInterval(recorded)) entry.intervals.add(recorded);
    entry.first = Math.min(entry.first, time.instant(Number(first)));
    entry.last = Math.max(entry.last, time.instant(Number(last)));
    series.set(symbol, entry);
  }
  return [...series]
    .map(([symbol, { intervals, first, last }]) => ({
      symbol,
      intervals: [...intervals].toSorted(compareIntervals),
      first,
      last,
    }))
    .toSorted((a, b) => (a.symbol < b.symbol ? -1 : 1));
}

function badCell(place: string, column: string, mustBe: string, was: unknown): Error {
  const found = was === null ? "NULL" : formatValue(was);
  return invalidFile(place, `must have ${mustBe} in every row of ${column}, has ${found}`, { column, mustBe, was });
}

/**
 * Reads and checks the bars of one series, sorted by time, into new columns; `shared` makes them readable by other threads.
 * Throws `DATA_FILE_INVALID` and `BARS_INVALID`.
 */
async function readBars(
  table: BarTable,
  selection: RowSelection,
  own: readonly string[],
  shared: boolean,
): Promise<{ readonly columns: BarColumns; readonly ownColumns: OwnColumns }> {
  const { layout, database } = table;
  const fields = BAR_NUMBERS.filter((field) => layout[field] !== undefined);
  const allocate = shared ? sharedColumn : newColumn;
  const names = [...fields.map((field) => layout[field]!), ...own];
  const sorted = await readSorted(table, selection, names, allocate);
  const inRange = withinRange(sorted, selection, allocate);
  const bars = columnsByName((name) => {
    if (name === "time") return inRange[0];
    if (layout[name] !== undefined) return inRange[fields.indexOf(name) + 1];
    return name === "volume" ? allocate(inRange[0]!.length) : undefined;
  });
  const { symbol, interval } = selection;
  checkBars(bars, (row) => ({
    text: `${database.place}, ${symbol}, bar ${row}`,
    details: { file: database.place, symbol, interval },
  }));
  const ownColumns = Object.fromEntries(own.map((name, place) => [name, inRange[1 + fields.length + place]!]));
  for (const [name, column] of Object.entries(ownColumns)) {
    const row = column.findIndex((value) => Math.abs(value) === Infinity);
    if (row >= 0) throw badCell(database.place, name, "a finite number or NULL", column[row]);
  }
  return { columns: bars, ownColumns };
}

/** Reads the times of the bars of one series, sorted. Throws `DATA_FILE_INVALID`. */
async function readTimes(table: BarTable, selection: RowSelection): Promise<Column> {
  return (await readSorted(table, selection, [], newColumn))[0]!;
}

type Allocate = (rows: number) => Column;

const newColumn: Allocate = (rows) => new Float64Array(rows);

/** Reads rows sorted by time. Sorting takes longer than reading, so DuckDB sorts only if stored rows are out of order. */
async function readSorted(
  table: BarTable,
  selection: RowSelection,
  names: readonly string[],
  allocate: Allocate,
): Promise<readonly Column[]> {
  const columns = await readRows(table, selection, names, "", allocate);
  if (isSorted(columns[0]!)) return columns;
  return readRows(table, selection, names, ` ORDER BY ${quoteName(table.layout.time)}`, allocate);
}

async function readRows(
  table: BarTable,
  selection: RowSelection,
  names: readonly string[],
  order: string,
  allocate: Allocate,
): Promise<readonly Column[]> {
  const { database, from, time } = table;
  const numbers = names.map((name) => `coalesce(CAST(${quoteName(name)} AS DOUBLE), 'NaN'::DOUBLE)`);
  const where = rowsWhere(table, selection);
  const sql = `SELECT ${[time.expression, ...numbers].join(", ")} FROM ${from} WHERE ${where.sql}${order}`;
  const columns = await database.columns({ sql, values: where.values }, allocate);
  toInstants(table, selection, columns[0]!);
  return columns;
}

/** Removes rows outside the requested range, since the range in the SQL query may be slightly wider. */
function withinRange(columns: readonly Column[], { from, to }: RowSelection, allocate: Allocate): readonly Column[] {
  const { start, end } = rangeOf(columns[0]!, from, to);
  if (start === 0 && end === columns[0]!.length) return columns;
  return columns.map((column) => {
    const within = allocate(end - start);
    within.set(column.subarray(start, end));
    return within;
  });
}

function toInstants({ database, layout, time }: BarTable, { symbol }: RowSelection, column: Column): void {
  for (let row = 0; row < column.length; row++) {
    const value = column[row]!;
    const instant = time.instant(value);
    if (Number.isNaN(instant)) {
      const was = Number.isNaN(value) ? "NULL" : value;
      const place = `column ${layout.time}, ${symbol}, row ${row}`;
      const details = { symbol, row, column: layout.time, mustBe: time.mustBe, was };
      throw invalidFile(database.place, `${place}: must be ${time.mustBe}, was ${was}`, details);
    }
    column[row] = instant;
  }
}

function isSorted(time: Column): boolean {
  for (let row = 1; row < time.length; row++) if (time[row]! < time[row - 1]!) return false;
  return true;
}
