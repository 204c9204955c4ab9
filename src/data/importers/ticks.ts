import { barSessions } from "../../market/bar-sessions.ts";
import { BarsBuilder } from "../../market/bars-builder.ts";
import type { Bars } from "../../market/bars.ts";
import type { RecordedInstrument, RecordedQuotes } from "../../market/recorded-market.ts";
import { resample } from "../../market/resample.ts";
import { isSymbol } from "../../market/symbol.ts";
import { parameterError } from "../../primitives/check.ts";
import type { Column } from "../../primitives/column.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { groupBy } from "../../primitives/map-helpers.ts";
import { withoutUndefined } from "../../primitives/record-helpers.ts";
import { pluralize } from "../../primitives/words.ts";
import type { Calendar } from "../../time/calendar.ts";
import { DAY_MS } from "../../time/civil-date.ts";
import { formatDate, formatInstant } from "../../time/instant.ts";
import { fixedLength, type Interval } from "../../time/interval.ts";
import { checkFits } from "../../time/interval-fit.ts";
import { type Zone, zoneOf } from "../../time/zone.ts";
import { firstRow } from "../csv/rows.ts";
import { kindOfCsv } from "../csv/open-csv.ts";
import { fileError } from "../file-error.ts";
import { calendarOfFile, instrumentOf, priceFloorOf, symbolOf } from "../importing/instrument-of.ts";
import { timeZoneOf } from "../importing/finish-bars.ts";
import { OPTIONAL_NUMBERS, RoleRows, textTimes, unreadNotes } from "../importing/import-table.ts";
import { type ImportedPart, type Importer, type ImportFile, refuseRow } from "../importing/importer.ts";
import { type TickTimes, tickTimesOf } from "../importing/tick-times.ts";
import { openTicks, type TickRole, type TickTable } from "../importing/tick-table.ts";
import { factsOfName } from "../reading/file-names.ts";
import { SymbolReader } from "../reading/misread-checks.ts";

/**
 * Imports trades, one per row with time, price and size, as bars of the given interval. If the file has bid and ask columns, they become
 * quotes, one per change; a row may then be a quote without a trade, with an empty price. A file of quotes alone becomes quotes, and bars of
 * mid prices if an interval is given.
 */
export const ticks: Importer = {
  name: "ticks",
  title: "Trades, imported as bars; bid and ask columns become quotes",
  endings: [".csv", ".csv.gz", ".tsv", ".tsv.gz", ".txt", ".txt.gz"],
  read,
};

function read(file: ImportFile): ImportedPart {
  const { interval, quotesOnly = false } = file.settings;
  const opened = openTicks(file);
  const { table, isNamed, positions } = opened;
  const facts = factsOfName(file.name);
  const first = firstRow(table);
  const stated = symbolOfText(first?.[positions.symbol ?? -1] ?? "");
  const named = symbolOf(file, facts.symbol ?? SYMBOL_BEFORE_KIND.exec(file.name)?.[1]);
  const fileSymbol = isSymbol(stated) ? stated : named;
  const fileInstrument = tickInstrument(file, file.symbol ?? fileSymbol);
  const timeName = table.header.names[positions.time!]!;
  const zone = zoneOf(timeZoneOf(file.settings, fileInstrument, /gmt|utc/i.test(timeName) ? "UTC" : facts.zone));
  const reader = new SymbolReader();
  const times = tickTimesOf(file, opened, zone);
  const rows = readTicks(file, opened, times, reader);
  if (interval === undefined && rows.price !== undefined && !quotesOnly) {
    throw fileError(
      "INTERVAL_UNKNOWN",
      file.file,
      "has trades: give the interval of the bars to build from them (--interval)",
    );
  }
  const groups = groupsOf(file, rows, reader.symbols.map(symbolOfText), fileSymbol);
  const parts = groups.map((group) => partOf(file, group, rows));
  const timeColumns = [positions.date, positions.time].flatMap((at) =>
    at === undefined ? [] : [table.header.names[at]!],
  );
  return {
    layout: `${kindOfCsv(table.header)}${isNamed ? "" : " without a header"}; times from ${timeColumns.join(" and ")} (${times.format})`,
    instruments: parts.map(({ instrument }) => instrument),
    series: parts.flatMap(({ instrument: { symbol }, bars }) => (bars === undefined ? [] : [{ symbol, bars }])),
    quotes: parts.flatMap(({ quotes }) => quotes ?? []),
    notes: [
      ...parts.flatMap(({ notes }) => notes),
      ...unreadNotes(file.file, table.header.names, Object.values(positions)),
    ],
  };
}

/** The symbol before the kind and the date in a file's name: `BTCUSDT-trades-2024-01`, `EURUSD_Ticks_2024.07.02`. */
const SYMBOL_BEFORE_KIND = /^([^-_]+)[-_](?:aggTrades|trades|bookTicker|ticks)[-_]\d/i;

/** Returns the symbol that a cell states: `EURUSD` for the pair `EUR/USD`. */
function symbolOfText(text: string): string {
  return text.replace(/^([A-Z0-9]+)\/([A-Z0-9]+)$/, "$1$2");
}

/** Currencies of pairs that are certainly exchange rates. */
const CURRENCIES = "AUD CAD CHF CNH CZK DKK EUR GBP HKD HUF JPY MXN NOK NZD PLN SEK SGD TRY USD ZAR".split(" ");

/** Returns the instrument of ticks: an exchange rate if the symbol is a pair of currencies, unless the user says otherwise. */
function tickInstrument(file: ImportFile, symbol: string): RecordedInstrument {
  const isPair = symbol.length === 6 && [symbol.slice(0, 3), symbol.slice(3)].every((one) => CURRENCIES.includes(one));
  return instrumentOf(file, symbol, { priceBasis: "raw", ...(isPair && { assetClass: "forex" }) });
}

/** Rows of a tick file. Columns that it lacks are undefined. */
interface TickRows extends Readonly<Partial<Record<Exclude<TickRole, "time" | "date" | "action">, Column>>> {
  readonly length: number;
  readonly time: Column;
  readonly line: (row: number) => number;
}

function readTicks(
  file: ImportFile,
  { table, positions, isFixedPoint, hasChangesOnly }: TickTable,
  times: TickTimes,
  symbols: SymbolReader,
): TickRows {
  const number = positions.bid === undefined ? "number" : OPTIONAL_NUMBERS;
  const rows = new RoleRows<TickRole>(
    table,
    positions,
    {
      ...times.readers,
      price: number,
      size: number,
      bid: OPTIONAL_NUMBERS,
      ask: OPTIONAL_NUMBERS,
      bidSize: OPTIONAL_NUMBERS,
      askSize: OPTIONAL_NUMBERS,
      action: textTimes((text) => (text === "T" ? 1 : 0)),
      symbol: symbols,
    },
    (error) => file.refusals.addRowError(file.file, error),
  );
  const scaled = (role: "price" | "bid" | "ask"): Column | undefined => {
    const column = rows.optional(role);
    return !isFixedPoint ? column : column?.map((value) => (value > LARGEST_FIXED ? NaN : value / FIXED_UNITS));
  };
  const [time, date] = [rows.column("time"), rows.optional("date")];
  const instants = date === undefined ? time : time.map((value, row) => times.instant(value, date[row]!));
  const action = rows.optional("action");
  const price = hasChangesOnly ? withoutZeros(scaled("price")) : scaled("price");
  const sideOf = (side: "bid" | "ask"): Column | undefined => {
    const column = scaled(side);
    return hasChangesOnly && column !== undefined ? filled(column, instants) : column;
  };
  return {
    ...withoutUndefined({
      // Rows that add or cancel orders have the price of the order, which did not trade.
      price: action === undefined ? price : price?.map((value, row) => (action[row] === 1 ? value : NaN)),
      size: rows.optional("size"),
      bid: sideOf("bid"),
      ask: sideOf("ask"),
      bidSize: rows.optional("bidSize"),
      askSize: rows.optional("askSize"),
      symbol: rows.optional("symbol"),
    }),
    length: rows.length,
    time: instants,
    line: (row) => rows.line(row),
  };
}

/** Returns prices with 0 as missing; undefined if all are. */
function withoutZeros(price: Column | undefined): Column | undefined {
  const known = price?.map((value) => (value === 0 ? NaN : value));
  return known?.every(Number.isNaN) === true ? undefined : known;
}

/** Returns a column in which missing values are those before them in time. */
function filled(column: Column, time: Column): Column {
  const isReversed = time[0]! > time.at(-1)!;
  const values = isReversed ? column.toReversed() : column.slice();
  for (let row = 1; row < values.length; row++) if (Number.isNaN(values[row]!)) values[row] = values[row - 1]!;
  return isReversed ? values.toReversed() : values;
}

/** Prices in billionths: units of 1, and the number above which a price is missing. */
const FIXED_UNITS = 1e9;
const LARGEST_FIXED = 9e18;

/** Rows of one symbol. */
interface TickGroup {
  readonly symbol: string;
  readonly rows: readonly number[];
}

/** Returns the rows of each symbol to import. Throws `PARAMETER_OUT_OF_RANGE` for a chosen symbol without rows. */
function groupsOf(
  file: ImportFile,
  tickRows: TickRows,
  symbols: readonly string[],
  fileSymbol: string,
): readonly TickGroup[] {
  const all = Array.from({ length: tickRows.length }, (_, row) => row);
  if (symbols.length < 2) {
    const stated = symbols[0] !== undefined && isSymbol(symbols[0]) ? symbols[0] : fileSymbol;
    return [{ symbol: file.symbol ?? stated, rows: all }];
  }
  const chosen = file.settings.symbols ?? (file.symbol === undefined ? symbols : [file.symbol]);
  const missing = chosen.find((symbol) => !symbols.includes(symbol));
  if (missing !== undefined) {
    throw parameterError("symbol", `one of the symbols of ${file.file}: ${symbols.slice(0, 20).join(", ")}`, missing);
  }
  const groups = groupBy(all, (row) => symbols[tickRows.symbol![row]!]!);
  return [...groups].flatMap(([symbol, rows]) => (chosen.includes(symbol) ? [{ symbol, rows }] : []));
}

interface TickPart {
  readonly instrument: RecordedInstrument;
  readonly bars?: Bars;
  readonly quotes?: RecordedQuotes;
  readonly notes: readonly string[];
}

function partOf(file: ImportFile, { symbol, rows }: TickGroup, tickRows: TickRows): TickPart {
  const instrument = tickInstrument(file, symbol);
  const floor = priceFloorOf(file, instrument);
  const notes: string[] = [];
  const ordered = oldestFirst(rows, tickRows.time);
  if (ordered !== rows) notes.push(`${symbol}: rows are from new to old, and are reversed.`);
  const valid = validRowsOf(file, ordered, tickRows, floor === "any");
  const quotes =
    tickRows.bid === undefined && tickRows.ask === undefined ? undefined : quotesOf(symbol, tickRows, valid);
  if (quotes !== undefined) notes.push(...crossedNotes(quotes));
  const { interval, quotesOnly = false } = file.settings;
  if (interval === undefined || quotesOnly) {
    if (quotes === undefined || quotes.time.length === 0)
      throw fileError("DATA_EMPTY", file.file, "has no usable quotes");
    const why = `${symbol}: there are no trades, so only quotes are recorded. With --interval, bars are built from mid prices.`;
    return { instrument, quotes, notes: quotesOnly ? notes : [why, ...notes] };
  }
  const isOfMids = tickRows.price === undefined;
  const price = isOfMids ? midsOf(tickRows) : tickRows.price!;
  const trades = valid.filter((row) => !Number.isNaN(price[row]!));
  if (trades.length === 0)
    throw fileError("DATA_EMPTY", file.file, isOfMids ? "has no usable quotes" : "has no usable trades");
  const columnOf = (column: Column | undefined): Column => Float64Array.from(trades, (row) => column?.[row] ?? 0);
  const size = isOfMids ? undefined : tickRows.size;
  const { bars, description } = barsOf(
    { time: columnOf(tickRows.time), price: columnOf(price), size: columnOf(size) },
    interval,
    instrument,
    file,
    (from, message) => {
      const first = trades.find((row) => tickRows.time[row]! >= from)!;
      refuseRow(file, tickRows.line(first), ["time", "no_session", message]);
    },
  );
  if (bars.length === 0) throw fileError("DATA_EMPTY", file.file, "has no usable bars");
  const source = isOfMids
    ? `the mid prices of ${pluralize(trades.length, "quote")}`
    : pluralize(trades.length, "trade");
  notes.unshift(`${symbol}: bars of ${interval} are built from ${source}, ${description}.`);
  if (size === undefined) {
    notes.push(`${symbol}: ${isOfMids ? "there are no trades" : "there is no size column"}; every volume is 0.`);
  }
  return { instrument, bars, ...(quotes !== undefined && { quotes }), notes };
}

/** Returns the rows in reverse if their times fall throughout; otherwise the rows themselves. */
function oldestFirst(rows: readonly number[], time: Column): readonly number[] {
  if (rows.length < 2 || !(time[rows[0]!]! > time[rows.at(-1)!]!)) return rows;
  const falls = rows.every((row, at) => at === 0 || time[row]! <= time[rows[at - 1]!]!);
  return falls ? rows.toReversed() : rows;
}

/** Returns the mid price of each row with a bid and an ask; NaN for others. */
function midsOf({ bid, ask }: TickRows): Column {
  return bid!.map((value, row) =>
    value > 0 && ask![row]! > 0 ? Number(((value + ask![row]!) / 2).toPrecision(14)) : NaN,
  );
}

function crossedNotes({ symbol, bid, ask }: RecordedQuotes): readonly string[] {
  const crossed = bid.filter((value, row) => ask[row]! > 0 && value > ask[row]!).length;
  return crossed === 0
    ? []
    : [`${symbol}: quotes with a bid above the ask: ${crossed} of ${bid.length}. They are kept.`];
}

/** Builds bars from trades, and describes how these were built. `refuse` receives the first trade of each day without a session. */
function barsOf(
  trades: Trades,
  interval: Interval,
  instrument: RecordedInstrument,
  file: ImportFile,
  refuse: (start: number, message: string) => void,
): { readonly bars: Bars; readonly description: string } {
  const calendar = calendarOfFile(file, instrument);
  if (interval !== "1d") {
    const description = `in intervals counted from midnight in ${instrument.zone}`;
    return { bars: barsOfTrades(trades, interval, zoneOf(instrument.zone), calendar), description };
  }
  const { bars, hasExtendedTrades } = dailyBarsOfTrades(trades, calendar, refuse);
  const description = `one per session of ${calendar.name}`;
  return {
    bars,
    description: hasExtendedTrades ? `${description}; trades outside its regular hours are left out` : description,
  };
}

/** Returns the rows in order of time with a valid price and size. Refuses all other rows. */
function validRowsOf(
  file: ImportFile,
  rows: readonly number[],
  tickRows: TickRows,
  anyPrice: boolean,
): readonly number[] {
  const { time, price, size } = tickRows;
  const quoted = (["bid", "ask"] as const).map((side) => [side, tickRows[side]] as const);
  const valid: number[] = [];
  let last = -Infinity;
  for (const row of rows) {
    const negativeSide = quoted.find(([, column]) => !anyPrice && (column?.[row] ?? NaN) < 0);
    const problem =
      problemOf(time[row]!, last, price?.[row] ?? NaN, size?.[row] ?? 0, anyPrice) ??
      (negativeSide && negativePrice(negativeSide[0], negativeSide[1]![row]!));
    if (problem !== undefined) refuseRow(file, tickRows.line(row), problem);
    else {
      valid.push(row);
      last = time[row]!;
    }
  }
  return valid;
}

function problemOf(
  time: number,
  last: number,
  price: number,
  size: number,
  anyPrice: boolean,
): readonly [field: string, reason: string, message: string] | undefined {
  if (Number.isNaN(time)) return ["time", "unreadable_cell", "time must be one that the clocks of its zone show"];
  if (time < last) {
    const message = `time must not be before that of the previous row, ${formatInstant(last)}, was ${formatInstant(time)}`;
    return ["time", "unsorted", message];
  }
  if (price <= 0 && !anyPrice) return ["price", "price_not_above_zero", `price must be above 0, was ${price}`];
  if (size < 0) return ["size", "negative_volume", `size must not be negative, was ${size}`];
  // A trade with a price but no size is refused, because the volume of its bar would be unknown.
  if (Number.isNaN(size) && !Number.isNaN(price))
    return ["size", "unreadable_cell", "size of a trade must be a number, was empty"];
  return undefined;
}

/** Returns the problem of a negative bid or ask. A price of 0 means that there is no bid or ask. */
function negativePrice(side: "bid" | "ask", price: number): readonly [field: string, reason: string, message: string] {
  return [side, "negative_value", `${side} must not be negative, was ${price}`];
}

/** Returns a quote at each change of bid, ask or size. Of several quotes in one millisecond only the last is kept. */
function quotesOf(symbol: string, tickRows: TickRows, valid: readonly number[]): RecordedQuotes {
  const { time } = tickRows;
  const columns = [tickRows.bid, tickRows.ask, tickRows.bidSize, tickRows.askSize];
  const kept: number[] = [];
  for (const row of valid) {
    const before = kept.at(-1);
    if (Number.isNaN(columns[0]?.[row] ?? NaN) && Number.isNaN(columns[1]?.[row] ?? NaN)) continue;
    if (before !== undefined && columns.every((column) => Object.is(column?.[row], column?.[before]))) continue;
    if (before !== undefined && time[before] === time[row]) kept[kept.length - 1] = row;
    else kept.push(row);
  }
  const columnOf = (at: 0 | 1 | 2 | 3): Column => Float64Array.from(kept, (row) => columns[at]?.[row] ?? NaN);
  return {
    symbol,
    time: Float64Array.from(kept, (row) => time[row]!),
    bid: columnOf(0),
    ask: columnOf(1),
    bidSize: columnOf(2),
    askSize: columnOf(3),
  };
}

/** Daily bars built from trades. */
interface DailyBars {
  readonly bars: Bars;
  /** Whether trades outside regular hours were left out. */
  readonly hasExtendedTrades: boolean;
}

/**
 * Builds daily bars from the trades in the regular hours of each session. A daily bar is known at the close of its session, so later trades
 * of the same date must not be in it. For a trade on a day without a session, `refuse` receives the start of its minute.
 */
function dailyBarsOfTrades(
  trades: Trades,
  calendar: Calendar,
  refuse: (start: number, message: string) => void,
): DailyBars {
  const zone = zoneOf(calendar.zone);
  const minutes = barsOfTrades(trades, "1m", zone, calendar);
  const { extended, parts, part } = barSessions(minutes, calendar);
  let refused = -Infinity;
  for (const [at, start] of minutes.time.entries()) {
    if (extended?.[at] !== 1 || start >= parts!.from[part[at]!]!) continue;
    const day = Math.floor(zone.toLocal(start) / DAY_MS);
    if (day === refused || calendar.session(day) !== undefined) continue;
    refused = day;
    refuse(start, `a bar of 1d must contain a session of ${calendar.name}, was ${formatDate(day * DAY_MS)}`);
  }
  return { bars: resample(minutes, "1d", { calendar }), hasExtendedTrades: extended !== undefined };
}

/** Trades in order of time; several may share a time. */
interface Trades {
  readonly time: Column;
  readonly price: Column;
  readonly size: Column;
}

/**
 * Builds a bar from the trades of each interval that has any. Intervals are counted in elapsed time since midnight of the zone. A session
 * close splits an interval if trading continues after it, so that the first part is known at the close.
 * Throws `INTERVAL_UNAVAILABLE` for intervals longer than a day, or that leave a rest of the day.
 */
function barsOfTrades({ time, price, size }: Trades, interval: Interval, zone: Zone, calendar: Calendar): Bars {
  const length = fixedLength(interval);
  if (length === undefined || length > DAY_MS) {
    throw new HindcastError(
      "INTERVAL_UNAVAILABLE",
      `interval of bars from trades must be 1d or shorter, was ${interval}`,
      {
        interval,
      },
    );
  }
  // Intervals are counted from midnight, so that sessions do not matter.
  checkFits(interval, "1s", undefined, 0);
  const builder = new BarsBuilder(interval);
  for (let first = 0; first < time.length;) {
    const intervalStart = intervalStartOf(time[first]!, length, zone);
    const close = closeInside(calendar, intervalStart, length);
    const start = time[first]! < close ? intervalStart : close;
    const end = time[first]! < close ? close : Infinity;
    let high = price[first]!;
    let low = high;
    let volume = size[first]!;
    let next = first + 1;
    for (
      ;
      next < time.length && time[next]! < end && intervalStartOf(time[next]!, length, zone) === intervalStart;
      next++
    ) {
      high = Math.max(high, price[next]!);
      low = Math.min(low, price[next]!);
      volume += size[next]!;
    }
    builder.append(start, price[first]!, high, low, price[next - 1]!, volume);
    first = next;
  }
  return builder.build();
}

/** Returns the session close inside an interval after which trading continues; Infinity if there is none. */
function closeInside(calendar: Calendar, start: number, length: number): number {
  const session = calendar.lastSession(start + length - 1);
  if (session === undefined) return Infinity;
  const { close, postClose } = session;
  return close > start && close < start + length && postClose > close ? close : Infinity;
}

/**
 * Returns the start of the interval that contains an instant. Clock changes do not change the length of intervals; only the last interval
 * of such a day may be shorter.
 */
function intervalStartOf(instant: number, length: number, zone: Zone): number {
  const midnight = zone.toInstantOrAfter(Math.floor(zone.toLocal(instant) / DAY_MS) * DAY_MS);
  return midnight + Math.floor((instant - midnight) / length) * length;
}
