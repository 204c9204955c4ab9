import { checkOptions, type OptionNames } from "../primitives/check-options.ts";
import { formatValue, parameterError } from "../primitives/check.ts";
import { type Column, missingColumn, type Numbers, type NumbersOf, toColumn } from "../primitives/column.ts";
import { HindcastError } from "../primitives/errors.ts";
import type { MarketData, OwnColumns, Series } from "./market-data.ts";
import { scheduleOf } from "./schedule.ts";

/** A table of values with the time of each row, such as `readColumns` returns. */
export interface TimedColumns {
  /** Symbol whose series get the columns. Default: all. */
  readonly symbol?: string | undefined;
  /** Time of each row, in any order; epoch milliseconds. */
  readonly time: Numbers;
  /** Values by name; NaN for a missing value. */
  readonly columns: NumbersOf<OwnColumns>;
  /** Notes on how the table was read, which `joinColumns` adds to those of the market data. */
  readonly notes?: readonly string[] | undefined;
}

/** When the values of a joined table are known. One of the two is required. */
export interface JoinOptions {
  /** Time from that of a row until its values are known, such as `"1d"` or `"90m"`: 0, or a number of `s`, `m`, `h`, `d` or `wk`. */
  readonly lag?: string | 0 | undefined;
  /** Time at which the values of each row are known, epoch milliseconds: one per row, or the name of the column that holds it. */
  readonly knownAt?: string | Numbers | undefined;
}

const OPTIONS: OptionNames<JoinOptions> = { lag: true, knownAt: true };

/**
 * Joins a table to bars as of the time of each bar: its values become own columns of the series, which `column(name)` reads. At the close of
 * a bar, a column has the value of the latest row that is known by then and has a value; NaN before the first. A table without a symbol joins
 * every series; of tables with symbols, each joins its own series, and all others get NaN.
 *
 * Throws `SETTING_INVALID` unless the options state when values are known, `PARAMETER_OUT_OF_RANGE` for a lag or a name that cannot be read,
 * and `BARS_INVALID` for columns of different lengths, and for a name that a series has already.
 *
 * @example
 * const data = joinColumns(await readBars("SPY.csv"), await readColumns("sentiment.csv"), { lag: "1d" });
 * backtest(strategy, data); // indicators: ({ column }) => ({ mood: column("sentiment") })
 */
export function joinColumns(
  data: MarketData,
  tables: TimedColumns | readonly TimedColumns[],
  options: JoinOptions,
): MarketData {
  const { lag, knownAt } = checkOptions("joinColumns", options, OPTIONS);
  if ((lag === undefined) === (knownAt === undefined)) throw unclearTimes(options);
  const rows = [tables].flat().map((table) => rowsOf(table as TimedColumns, lag, knownAt));
  const names = [...new Set(rows.flatMap(({ columns }) => Object.keys(columns)))];
  if (names.length === 0) throw parameterError("tables", "tables with at least one column of numbers", tables);
  const symbols = data.series.map(({ instrument }) => instrument.symbol);
  if (!rows.some(({ symbol }) => symbol === undefined || symbols.includes(symbol)))
    throw parameterError("symbol", `one of ${symbols.join(", ")}`, rows.map(({ symbol }) => symbol).join(", "));
  const without = symbols.filter((one) => !rows.some(({ symbol }) => symbol === undefined || symbol === one));
  const known = knownAt === undefined ? `${lag} after the time of its row` : "at the time that its row states";
  return {
    series: data.series.map((series) => joinSeries(series, rows, names)),
    rates: data.rates,
    notes: [
      ...data.notes,
      `Joined to the bars: ${names.join(", ")}. A value is known ${lag === 0 || lag === "0" ? "at the time of its row" : known}.`,
      ...new Set([tables].flat().flatMap((table) => (table as TimedColumns).notes ?? [])),
      ...(without.length === 0 ? [] : [`The joined table has no rows of ${without.join(", ")}.`]),
    ],
  };
}

/** Rows of a table in the order in which they are known. */
interface KnownRows {
  readonly symbol: string | undefined;
  readonly time: Column;
  readonly knownAt: Column;
  readonly columns: OwnColumns;
  /** Indexes of the rows, by the time at which they are known, then by their own time. */
  readonly order: Int32Array;
}

function rowsOf(table: TimedColumns, lag: JoinOptions["lag"], stated: JoinOptions["knownAt"]): KnownRows {
  const time = toColumn("time", table.time);
  const columns: Record<string, Column> = {};
  for (const [name, values] of Object.entries(table.columns)) columns[name] = toColumn(name, values);
  const knownAt = knownTimes(time, columns, lag, stated);
  if (typeof stated === "string") delete columns[stated];
  for (const [name, { length }] of Object.entries({ ...columns, knownAt })) {
    if (length === time.length) continue;
    const message = `${name} of a joined table must be as long as its time, ${time.length}, was ${length}`;
    throw new HindcastError("BARS_INVALID", message, { column: name, length, mustBe: time.length });
  }
  // A row without a known time is never known.
  const order = Int32Array.from(time, (_, row) => row).filter((row) => !Number.isNaN(knownAt[row]!));
  order.sort((a, b) => knownAt[a]! - knownAt[b]! || time[a]! - time[b]! || a - b);
  return { symbol: table.symbol, time, knownAt, columns, order };
}

function knownTimes(
  time: Column,
  columns: OwnColumns,
  lag: JoinOptions["lag"],
  stated: JoinOptions["knownAt"],
): Column {
  if (typeof stated !== "string") {
    if (stated !== undefined) return toColumn("knownAt", stated);
    const later = lagLength(lag);
    return time.map((at) => at + later);
  }
  if (Object.hasOwn(columns, stated)) return columns[stated]!;
  throw parameterError("knownAt", `one of the columns ${Object.keys(columns).join(", ")}`, stated);
}

const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, wk: 604_800_000 };

/** Returns the milliseconds of a lag. Throws `PARAMETER_OUT_OF_RANGE`. */
function lagLength(lag: unknown): number {
  const [, count = "", unit = ""] = /^(\d{1,6})(s|m|h|d|wk)$/.exec(String(lag)) ?? [];
  if (count !== "") return Number(count) * UNITS[unit]!;
  if (lag === 0 || lag === "0") return 0;
  throw parameterError("lag", "0, or a number of s, m, h, d or wk, such as 1d", lag);
}

function joinSeries(series: Series, tables: readonly KnownRows[], names: readonly string[]): Series {
  const { instrument, bars, calendar, zone = bars.zone, quotes, columns = {} } = series;
  const taken = names.find((name) => Object.hasOwn(columns, name));
  if (taken !== undefined) {
    const message = `${instrument.symbol} has a column ${JSON.stringify(taken)} already; give the joined column another name`;
    throw new HindcastError("BARS_INVALID", message, { symbol: instrument.symbol, column: taken });
  }
  const closes = quotes === undefined ? scheduleOf(bars, calendar, zone).closeTime : toColumn("quotes", quotes.time);
  const joined = Object.fromEntries(names.map((name) => [name, missingColumn(bars.length)]));
  for (const table of tables) {
    if (table.symbol !== undefined && table.symbol !== instrument.symbol) continue;
    for (const [name, values] of Object.entries(table.columns)) joinAsOf(joined[name]!, closes, table, values);
  }
  return { ...series, columns: { ...columns, ...joined } };
}

/** Sets the value at each close: that of the row with the latest time among the rows that are known by then and have a value. */
function joinAsOf(out: Column, closes: Column, { time, knownAt, order }: KnownRows, values: Column): void {
  let next = 0;
  let latest = -1;
  for (let bar = 0; bar < out.length; bar++) {
    for (; next < order.length && knownAt[order[next]!]! <= closes[bar]!; next++) {
      const row = order[next]!;
      if (!Number.isNaN(values[row]) && (latest < 0 || time[row]! >= time[latest]!)) latest = row;
    }
    if (latest >= 0) out[bar] = values[latest]!;
  }
}

function unclearTimes(options: JoinOptions): HindcastError {
  const message = `joinColumns needs either lag, such as { lag: "1d" }, or knownAt: when are the values of a row known? Was ${formatValue(options)}`;
  return new HindcastError("SETTING_INVALID", message, { ...options });
}
