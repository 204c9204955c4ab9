import type { Bars } from "../../market/bars.ts";
import type { Column } from "../../primitives/column.ts";
import { counted } from "../../primitives/words.ts";
import type { RecordedInstrument, RecordedQuotes } from "../../market/recorded-market.ts";
import { formatDate, formatInstant } from "../../time/instant.ts";
import type { Interval } from "../../time/interval.ts";
import { zoneOf } from "../../time/zone.ts";
import { fileError } from "../csv/file-error.ts";
import { ASSET_DEFAULTS } from "../importing/asset-defaults.ts";
import { timeZoneOf } from "../importing/finish-bars.ts";
import { positionsOf, RoleRows, type Spellings, tableOf } from "../importing/import-table.ts";
import type { ImportedPart, Importer, ImportFile } from "../importing/importer.ts";
import { calendarOfFile, instrumentOf, symbolOf } from "../importing/instrument-of.ts";
import { OPTIONAL_NUMBERS } from "../importing/optional-numbers.ts";
import { refuseRow } from "../importing/refuse-row.ts";
import { tickBars, type Trades } from "../importing/tick-bars.ts";
import { tickTimes } from "../importing/tick-times.ts";
import { barSessions } from "../../market/bar-sessions.ts";
import { resample } from "../../market/resample.ts";
import type { Calendar } from "../../time/calendar.ts";
import { DAY_MS } from "../../time/civil-date.ts";

/**
 * Trades, one a row: a time, a price and a size. They become bars of the interval that is given. Where the file has bid and ask, they
 * become quotes, one whenever they change; a row may then be a quote without a trade, its price empty.
 */
export const ticks: Importer = {
  name: "ticks",
  title: "Trades with time, price and size, made into bars; bid and ask beside them into quotes",
  endings: [".csv", ".csv.gz", ".tsv", ".tsv.gz", ".txt", ".txt.gz"],
  read,
};

type Role = "time" | "price" | "size" | "bid" | "ask" | "bidSize" | "askSize";

const SPELLINGS: Spellings<Role> = {
  time: ["timestamp", "datetime", "time", "date", "ts"],
  price: ["price", "last", "tradeprice"],
  size: ["size", "quantity", "qty", "volume", "amount"],
  bid: ["bid", "bidprice"],
  ask: ["ask", "askprice"],
  bidSize: ["bidsize", "bidqty", "bidvolume"],
  askSize: ["asksize", "askqty", "askvolume"],
};

function read(file: ImportFile): ImportedPart {
  const { interval } = file.settings;
  if (interval === undefined) {
    throw fileError("INTERVAL_UNKNOWN", file.file, "must be given an interval for the bars of its trades, was not", {});
  }
  const symbol = symbolOf(file);
  const instrument = instrumentOf(file, symbol, { priceBasis: "raw" });
  const zone = zoneOf(timeZoneOf(file.settings, instrument));
  const table = tableOf(file);
  const quoted = positionsOf(table, SPELLINGS, ["time", "price"]);
  const number = quoted.bid === undefined ? "number" : OPTIONAL_NUMBERS;
  const rows = new RoleRows<Role>(
    table,
    quoted,
    {
      time: tickTimes(zone),
      price: number,
      size: number,
      bid: OPTIONAL_NUMBERS,
      ask: OPTIONAL_NUMBERS,
      bidSize: OPTIONAL_NUMBERS,
      askSize: OPTIONAL_NUMBERS,
    },
    (error) => file.refusals.rowError(file.file, error),
  );
  const floor = file.settings.anyPrice === true ? "any" : ASSET_DEFAULTS[instrument.assetClass].floor;
  const sound = soundRows(file, rows, floor === "any");
  const trades = sound.filter((row) => !Number.isNaN(rows.column("price")[row]!));
  if (trades.length === 0) throw fileError("DATA_EMPTY", file.file, "must have a trade that can be used, has none");
  const pick = (role: Role): Column => Float64Array.from(trades, (row) => rows.optional(role)?.[row] ?? 0);
  const { bars, note } = barsOf(
    { time: pick("time"), price: pick("price"), size: pick("size") },
    interval,
    instrument,
    file,
    (from, message) => {
      const first = trades.find((row) => rows.column("time")[row]! >= from)!;
      refuseRow(file, rows.line(first), ["time", "no_session", message]);
    },
  );
  if (bars.length === 0) throw fileError("DATA_EMPTY", file.file, "must have a bar that can be used, has none");
  const notes = [`${symbol}: bars of ${interval} are made of ${counted(trades.length, "trade")}, ${note}.`];
  if (rows.optional("size") === undefined) notes.push(`${symbol}: there is no column of sizes; every volume is 0.`);
  const quotes = quoted.bid === undefined ? [] : [quotesOf(symbol, rows, sound)];
  return { instruments: [instrument], series: [{ symbol, bars }], quotes, notes };
}

/** The bars of trades, and how they were counted. Days on which trades were made but nothing trades are refused by their first trade. */
function barsOf(
  trades: Trades,
  interval: Interval,
  instrument: RecordedInstrument,
  file: ImportFile,
  refuse: (start: number, message: string) => void,
): { readonly bars: Bars; readonly note: string } {
  const calendar = calendarOfFile(file, instrument);
  if (interval !== "1d") {
    const note = `counted from midnight in ${instrument.zone}`;
    return { bars: tickBars(trades, interval, zoneOf(instrument.zone), calendar), note };
  }
  const { bars, leftOut } = tickDays(trades, calendar, refuse);
  const note = `one of each session of ${calendar.name}`;
  return { bars, note: leftOut ? `${note}, those outside its regular hours left out` : note };
}

/** The rows that stand in the order of time, with a price and a size that can be meant. */
function soundRows(file: ImportFile, rows: RoleRows<Role>, anyPrice: boolean): readonly number[] {
  const [time, price, size] = [rows.column("time"), rows.column("price"), rows.optional("size")];
  const quoted = (["bid", "ask"] as const).map((side) => [side, rows.optional(side)] as const);
  const sound: number[] = [];
  let last = -Infinity;
  for (let row = 0; row < rows.length; row++) {
    const below = quoted.find(([, column]) => !anyPrice && (column?.[row] ?? NaN) < 0);
    const problem =
      problemOf(time[row]!, last, price[row]!, size?.[row] ?? 0, anyPrice) ??
      (below && negative(below[0], below[1]![row]!));
    if (problem !== undefined) refuseRow(file, rows.line(row), problem);
    else {
      sound.push(row);
      last = time[row]!;
    }
  }
  return sound;
}

function problemOf(
  time: number,
  last: number,
  price: number,
  size: number,
  anyPrice: boolean,
): readonly [field: string, reason: string, message: string] | undefined {
  if (time < last) {
    const message = `time must not be before that of the row before, ${formatInstant(last)}, was ${formatInstant(time)}`;
    return ["time", "unsorted", message];
  }
  if (price <= 0 && !anyPrice) return ["price", "price_not_above_zero", `price must be above 0, was ${price}`];
  if (size < 0) return ["size", "negative_volume", `size must not be negative, was ${size}`];
  // A trade without a size adds no volume that is known.
  if (Number.isNaN(size) && !Number.isNaN(price))
    return ["size", "unreadable_cell", "size of a trade must be a number, was empty"];
  return undefined;
}

/** A bid of 0 is nobody's; below that is nothing that can be meant. */
function negative(side: "bid" | "ask", price: number): readonly [field: string, reason: string, message: string] {
  return [side, "negative_value", `${side} must not be negative, was ${price}`];
}

/** Bid and ask whenever they change; of several in one millisecond the last. */
function quotesOf(symbol: string, rows: RoleRows<Role>, sound: readonly number[]): RecordedQuotes {
  const roles = ["bid", "ask", "bidSize", "askSize"] as const;
  const columns = roles.map((role) => rows.optional(role));
  const time = rows.column("time");
  const kept: number[] = [];
  for (const row of sound) {
    const before = kept.at(-1);
    if (Number.isNaN(columns[0]?.[row] ?? NaN) && Number.isNaN(columns[1]?.[row] ?? NaN)) continue;
    if (before !== undefined && columns.every((column) => Object.is(column?.[row], column?.[before]))) continue;
    if (before !== undefined && time[before] === time[row]) kept[kept.length - 1] = row;
    else kept.push(row);
  }
  const pick = (at: 0 | 1 | 2 | 3): Column => Float64Array.from(kept, (row) => columns[at]?.[row] ?? NaN);
  return {
    symbol,
    time: Float64Array.from(kept, (row) => time[row]!),
    bid: pick(0),
    ask: pick(1),
    bidSize: pick(2),
    askSize: pick(3),
  };
}

/** Bars of days that were made of trades. */
interface TickDays {
  readonly bars: Bars;
  /** Some trades were made outside regular hours and are in no bar. */
  readonly leftOut: boolean;
}

/**
 * Bars of days of trades: those of the regular hours of each session. A bar of a day is known when its session closes, so what was traded
 * later, after the close or in a session that begins on the evening of that date, must not be in it. A trade on a day without a session,
 * while nothing trades, is told to `refuse` with the begin of its minute.
 */
function tickDays(trades: Trades, calendar: Calendar, refuse: (start: number, message: string) => void): TickDays {
  const zone = zoneOf(calendar.zone);
  const minutes = tickBars(trades, "1m", zone, calendar);
  const { extended, parts, part } = barSessions(minutes, calendar);
  let refused = -Infinity;
  for (const [at, start] of minutes.time.entries()) {
    if (extended?.[at] !== 1 || start >= parts!.from[part[at]!]!) continue;
    const day = Math.floor(zone.toLocal(start) / DAY_MS);
    if (day === refused || calendar.session(day) !== undefined) continue;
    refused = day;
    refuse(start, `a session of ${calendar.name} must lie in a bar of 1d, was that of ${formatDate(day * DAY_MS)}`);
  }
  return { bars: resample(minutes, "1d", { calendar }), leftOut: extended !== undefined };
}
