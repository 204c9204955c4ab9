import { shown } from "../../primitives/check.ts";
import type { Column } from "../../primitives/column.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { Bars } from "../../market/bars.ts";
import { instrument } from "../../market/instrument.ts";
import type { MarketData, Series } from "../../market/market-data.ts";
import { formatInstant } from "../../time/instant.ts";
import { INTERVALS, type Interval } from "../../time/interval.ts";
import { shorterStep } from "../bar-file.ts";
import type { BarTable } from "./bar-table.ts";
import type { DuckDbMarket, DuckDbRange, DuckDbRequest, Instruments } from "./duckdb-market.ts";
import { readBars } from "./read-bars.ts";
import { type RecordedSeries, SeriesList } from "./series-list.ts";

/** The market of a table of bars. */
export class TableMarket implements DuckDbMarket {
  readonly notes: readonly string[];
  readonly #table: BarTable;
  readonly #list: SeriesList;
  readonly #instruments: Instruments;
  readonly #zone: string | undefined;

  /** Throws SETTING_INVALID when an interval is given for a table that has a column of them. */
  constructor(table: BarTable, interval: Interval | undefined, instruments: Instruments, zone: string | undefined) {
    this.#zone = zone;
    if (interval !== undefined && table.layout.interval !== undefined) throw twoIntervals(table, interval);
    this.#table = table;
    this.#list = new SeriesList(table, interval);
    this.#instruments = instruments;
    const { layout, time } = table;
    const volume = layout.volume === undefined ? "There is no column of volumes; every volume is 0." : undefined;
    this.notes = [time.note, volume].filter((note) => note !== undefined);
  }

  async symbols(): Promise<readonly string[]> {
    return (await this.#list.all()).map(({ symbol }) => symbol);
  }

  async intervals(symbol: string): Promise<readonly Interval[]> {
    return this.#list.intervals(await this.#known(symbol));
  }

  async bars(symbol: string, interval: Interval, range: DuckDbRange = {}): Promise<Bars> {
    const { from = -Infinity, to = Infinity, shared = false } = range;
    for (const [name, instant] of Object.entries({ from, to }))
      if (typeof instant !== "number" || Number.isNaN(instant)) throw notAnInstant(name, instant);
    const only = await this.#list.onlyInterval(symbol);
    if (only !== undefined && only !== interval) throw unavailable([symbol], interval, [only]);
    const columns = await readBars(this.#table, { symbol, interval, from, to }, shared);
    if (columns.time.length === 0) {
      // Only now the whole table is looked through, for what there is instead.
      const series = await this.#known(symbol);
      const available = await this.#list.intervals(series);
      if (!available.includes(interval)) throw unavailable([symbol], interval, available);
      throw emptyRange(symbol, from, to, series.first, series.last);
    }
    if (this.#list.given !== undefined) checkStep(columns.time, interval, symbol);
    return new Bars(interval, columns, this.#zone);
  }

  async marketData(request: DuckDbRequest = {}): Promise<MarketData> {
    const { symbols = await this.symbols(), interval: asked, ...range } = request;
    const interval = asked ?? (await this.#commonInterval(symbols));
    const series: Series[] = [];
    // One after the other: DuckDB uses every core for each of them.
    for (const symbol of symbols)
      series.push({
        instrument: instrument(symbol, this.#instruments[symbol]),
        bars: await this.bars(symbol, interval, range),
        ...(this.#zone !== undefined && { zone: this.#zone }),
      });
    const source = `The bars of ${interval} are read from ${this.#table.database.place} by DuckDB.`;
    return { series, notes: [source, ...this.notes] };
  }

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

/** An interval that was given for all bars cannot be longer than the step that is usual between them. */
function checkStep(time: Column, interval: Interval, symbol: string): void {
  const usual = shorterStep(time, interval);
  if (usual === undefined) return;
  const message = `interval must not be longer than the usual step between the bars of ${symbol}, ${usual}, was ${interval}`;
  throw new HindcastError("SETTING_INVALID", message, { symbol, interval, usual });
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
