import type { RecordedChain, RecordedInstrument } from "../../market/recorded-market.ts";
import type { Column } from "../../primitives/column.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { pluralize } from "../../primitives/words.ts";
import type { Calendar } from "../../time/calendar.ts";
import { DAY_MS } from "../../time/civil-date.ts";
import { formatDate, parseDate, parseInstant } from "../../time/instant.ts";
import { type Zone, zoneOf } from "../../time/zone.ts";
import { fileError, invalidFile } from "../file-error.ts";
import { firstRow } from "../csv/rows.ts";
import { dateReaderFor } from "../csv/times.ts";
import {
  OPTIONAL_NUMBERS,
  type Positions,
  positionsOf,
  RoleRows,
  type Spellings,
  tableWithHeader,
  textTimes,
} from "../importing/import-table.ts";
import { type ImportedPart, type Importer, type ImportFile, refuseRow } from "../importing/importer.ts";
import { calendarOfFile, instrumentOf, symbolOf } from "../importing/instrument-of.ts";
import { CHAIN_COLUMNS, CONTRACT_NUMBERS } from "../recording/column-names.ts";

/** Fields of an option contract that must not be negative. */
const NOT_NEGATIVE = ["last", "bid", "ask", "volume", "openInterest", "impliedVolatility"] as const;

/**
 * Returns the problem of a contract: field, reason and message; undefined if it is valid. `day` is the date of the snapshot, in days since
 * 1970-01-01.
 */
function chainProblem(
  rows: RoleRows<ChainRole>,
  row: number,
  day: number,
): readonly [field: string, reason: string, message: string] | undefined {
  const strike = rows.column("strike")[row]!;
  const expiration = rows.column("expiration")[row]!;
  const delta = rows.optional("delta")?.[row] ?? NaN;
  if (strike <= 0) return ["strike", "strike_not_above_zero", `strike must be above 0, was ${strike}`];
  if (expiration < day * DAY_MS) {
    const message = `expiration must not be before the day of the snapshot, ${formatDate(day * DAY_MS)}, was ${formatDate(expiration)}`;
    return ["expiration", "expired", message];
  }
  for (const field of NOT_NEGATIVE) {
    const value = rows.optional(field)?.[row] ?? NaN;
    if (value < 0)
      return [
        field,
        `negative_${field === "volume" ? "volume" : "value"}`,
        `${field} must not be negative, was ${value}`,
      ];
  }
  if (Math.abs(delta) > 1) return ["delta", "delta_outside", `delta must be from -1 to 1, was ${delta}`];
  return undefined;
}

const CHAIN_SPELLINGS: Spellings<ChainRole> = {
  time: ["timestamp", "quotedatetime", "quotedate", "snapshot", "datadate", "time", "date"],
  expiration: ["expiration", "expiry", "expirationdate", "expirydate", "expdate"],
  strike: ["strike", "strikeprice"],
  right: ["right", "optiontype", "putcall", "callput", "cpflag", "type"],
  last: ["lastprice", "last", "close", "price"],
  bid: ["bid", "bidprice", "bestbid"],
  ask: ["ask", "askprice", "bestask", "bestoffer"],
  volume: ["volume", "vol"],
  openInterest: ["openinterest", "oi"],
  impliedVolatility: ["impliedvolatility", "impliedvol", "iv"],
  delta: ["delta"],
  gamma: ["gamma"],
  theta: ["theta"],
  vega: ["vega"],
};

/**
 * Imports snapshots of option chains, one contract per row: expiration, strike, right and optional numbers; an empty cell is unknown.
 * The snapshot time comes from a column, from `settings.at`, or from the date at the end of the file's name; a date means the close of its
 * session. Volatility is a fraction, theta is per calendar day, vega per percentage point of volatility.
 */
export const chain: Importer = {
  name: "chain",
  title: "Snapshots of option chains, one contract per row",
  endings: [".csv", ".csv.gz", ".tsv", ".tsv.gz"],
  read,
};

function read(file: ImportFile): ImportedPart {
  const nameParts = /^(?<symbol>[^_]+)(?:_.*)?_(?<date>\d{8})$/.exec(file.name)?.groups;
  const symbol = symbolOf(file, nameParts?.["symbol"]);
  const instrument = instrumentOf(file, symbol);
  const table = tableWithHeader(file);
  const positions = positionsOf(table, CHAIN_SPELLINGS, ["expiration", "strike", "right"]);
  const first = firstRow(table)?.[positions.expiration!] ?? "";
  const optional = Object.fromEntries(CONTRACT_NUMBERS.map((role) => [role, OPTIONAL_NUMBERS]));
  const rows = new RoleRows<ChainRole>(
    table,
    positions,
    {
      ...optional,
      time: textTimes((text) => parseTime(text, file, instrument)),
      expiration: dateReaderFor(first, zoneOf("UTC")),
      right: textTimes(parseRight),
    },
    (error) => file.refusals.addRowError(file.file, error),
  );
  const time = snapshotTimes(file, positions, rows, nameParts?.["date"], instrument);
  const zone = zoneOf(instrument.zone);
  const order = validRowsOf(file, rows, time, zone);
  if (order.length === 0) throw fileError("DATA_EMPTY", file.file, "has no usable contracts");
  const { chain: recorded, unknown } = chainOf(symbol, rows, time, order);
  const notes = [
    `${symbol}: the option chain has ${pluralize(order.length, "row")}, one for each contract in each snapshot.`,
  ];
  const missingSides = (["bid", "ask"] as const).filter((role) => positions[role] === undefined);
  if (missingSides.length > 0)
    notes.push(`${symbol}: the chain has no column ${missingSides.join(" and no column ")}; contracts have no quote.`);
  if (unknown > 0)
    notes.push(
      `${symbol}: an implied volatility of 0 is read as unknown, like the greeks in its row. Rows affected: ${unknown}.`,
    );
  return { instruments: [instrument], chains: [recorded], notes };
}

function parseTime(text: string, file: ImportFile, instrument: RecordedInstrument): number | string {
  try {
    return snapshotTime(
      text.replace(/^(\d{4})(\d{2})(\d{2})$/, "$1-$2-$3"),
      calendarOfFile(file, instrument),
      instrument.zone,
    );
  } catch (error) {
    if (error instanceof HindcastError) return "an ISO time, or a date with a trading session";
    throw error;
  }
}

function parseRight(text: string): number | string {
  if (/^(?:c|call|calls)$/i.test(text)) return 1;
  return /^(?:p|put|puts)$/i.test(text) ? -1 : "C, P, call or put";
}

function snapshotTimes(
  file: ImportFile,
  positions: Positions<ChainRole>,
  rows: RoleRows<ChainRole>,
  date: string | undefined,
  instrument: RecordedInstrument,
): Column {
  if (positions.time !== undefined) return rows.column("time");
  const at = file.settings.at ?? date?.replace(/^(\d{4})(\d{2})(\d{2})$/, "$1-$2-$3");
  if (at === undefined) {
    throw invalidFile(
      file.file,
      "must state when its snapshot was taken: in a time column, in a date at the end of its name, or with the option `at` (--at)",
      { missing: ["time"] },
    );
  }
  return new Float64Array(rows.length).fill(snapshotTime(at, calendarOfFile(file, instrument), instrument.zone));
}

/** Returns the valid rows by time, expiration and strike, calls first. Refuses invalid and duplicate contracts. */
function validRowsOf(file: ImportFile, rows: RoleRows<ChainRole>, time: Column, zone: Zone): readonly number[] {
  const valid: number[] = [];
  for (let row = 0; row < rows.length; row++) {
    const problem = chainProblem(rows, row, Math.floor(zone.toLocal(time[row]!) / DAY_MS));
    if (problem === undefined) valid.push(row);
    else refuseRow(file, rows.line(row), problem);
  }
  const [expiration, strike, right] = [rows.column("expiration"), rows.column("strike"), rows.column("right")];
  const compare = (a: number, b: number): number =>
    time[a]! - time[b]! || expiration[a]! - expiration[b]! || strike[a]! - strike[b]! || right[b]! - right[a]!;
  valid.sort((a, b) => compare(a, b) || a - b);
  return valid.filter((row, at) => {
    if (at === 0 || compare(valid[at - 1]!, row) !== 0) return true;
    const contract = `${formatDate(expiration[row]!)} ${strike[row]} ${right[row] === 1 ? "call" : "put"}`;
    refuseRow(file, rows.line(row), [
      "strike",
      "duplicate_contract",
      `a contract must occur only once in a snapshot, but ${contract} occurs twice`,
    ]);
    return false;
  });
}

/** Columns whose values are unknown if the implied volatility of the row is 0. */
const FROM_VOLATILITY: readonly ChainRole[] = ["impliedVolatility", "delta", "gamma", "theta", "vega"];

function chainOf(
  symbol: string,
  rows: RoleRows<ChainRole>,
  time: Column,
  order: readonly number[],
): { readonly chain: RecordedChain; readonly unknown: number } {
  const volatility = rows.optional("impliedVolatility");
  const isUnknown = (row: number): boolean => volatility?.[row] === 0;
  const column = (role: ChainRole): Column => {
    if (role === "time") return Float64Array.from(order, (row) => time[row]!);
    const values = rows.optional(role);
    const inOrder = Float64Array.from(order, (row) => values?.[row] ?? NaN);
    if (role === "expiration") return inOrder.map((instant) => instant / DAY_MS);
    return FROM_VOLATILITY.includes(role) ? inOrder.map((value, at) => (isUnknown(order[at]!) ? NaN : value)) : inOrder;
  };
  const columns = Object.fromEntries(CHAIN_COLUMNS.map((role) => [role, column(role)])) as Omit<
    RecordedChain,
    "symbol"
  >;
  return { chain: { symbol, ...columns }, unknown: order.filter(isUnknown).length };
}

/**
 * Parses the time of a snapshot: an ISO time, in the zone unless it has an offset; a date alone is the close of its session.
 * Throws `DATE_INVALID`, also for a date without a session.
 */
function snapshotTime(text: string, calendar: Calendar, zone: string): number {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return parseInstant(text, zone);
  const day = parseDate(text) / DAY_MS;
  const session = calendar.session(day);
  if (session !== undefined) return session.close;
  throw new HindcastError(
    "DATE_INVALID",
    `the date of a snapshot must have a session of ${calendar.name}, but ${formatDate(day * DAY_MS)} has none; give a time of day too`,
    { date: text, calendar: calendar.name },
  );
}

/** Name of a column of an option chain. */
type ChainRole = (typeof CHAIN_COLUMNS)[number];
