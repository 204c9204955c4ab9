import type { RecordedChain, RecordedInstrument } from "../../market/recorded-market.ts";
import type { Column } from "../../primitives/column.ts";
import { parameterError } from "../../primitives/check.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { groupBy } from "../../primitives/map-helpers.ts";
import { isSymbol } from "../../market/symbol.ts";
import { pluralize } from "../../primitives/words.ts";
import type { Calendar } from "../../time/calendar.ts";
import { DAY_MS } from "../../time/civil-date.ts";
import { formatDate, parseDate, parseInstant } from "../../time/instant.ts";
import { type Zone, zoneOf } from "../../time/zone.ts";
import { fileError, invalidFile } from "../file-error.ts";
import { firstRow } from "../csv/rows.ts";
import { dateReaderFor } from "../csv/times.ts";
import { type ChainRole, type ContractRows, openChain } from "../importing/chain-table.ts";
import { OPTIONAL_NUMBERS, textTimes, unreadNotes } from "../importing/import-table.ts";
import { type ImportedPart, type Importer, type ImportFile, refuseRow } from "../importing/importer.ts";
import { calendarOfFile, instrumentOf, symbolOf } from "../importing/instrument-of.ts";
import { SymbolReader } from "../reading/misread-checks.ts";
import { CHAIN_COLUMNS, CONTRACT_NUMBERS } from "../recording/column-names.ts";

/** Fields of an option contract that must not be negative. */
const NOT_NEGATIVE = ["last", "bid", "ask", "volume", "openInterest", "impliedVolatility"] as const;

/**
 * Returns the problem of a contract: field, reason and message; undefined if it is valid. `day` is the date of the snapshot, in days since
 * 1970-01-01.
 */
function chainProblem(
  rows: ContractRows,
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

/**
 * Imports snapshots of option chains, one contract per row: expiration, strike, right and optional numbers; an empty cell is unknown. A row
 * may also have a call and a put, or the quotes of a day both before and at its close. The underlying comes from a column, else from the
 * file's name. The snapshot time comes from a column, from `settings.at`, or from the date at the end of the file's name; a date means the
 * close of its session. Volatility is a fraction, theta is per calendar day, vega per percentage point of volatility.
 */
export const chain: Importer = {
  name: "chain",
  title: "Snapshots of option chains, one contract per row",
  endings: [".csv", ".csv.gz", ".tsv", ".tsv.gz", ".txt", ".txt.gz", ".zip", ".json", ".json.gz"],
  read,
};

function read(file: ImportFile): ImportedPart {
  const nameParts = /^(?<symbol>[^_]+)(?:_.*)?_(?<date>\d{8})$/.exec(file.name)?.groups;
  // A name such as spy_eod_202301 begins with the underlying, since symbols have no underscore.
  const fileSymbol = symbolOf(file, nameParts?.["symbol"] ?? file.name.split("_")[0]);
  const opened = openChain(file);
  const { table, has, position } = opened;
  const first = firstRow(table)?.[position("expiration") ?? -1]?.trim() ?? "";
  const optional = Object.fromEntries(CONTRACT_NUMBERS.map((role) => [role, OPTIONAL_NUMBERS]));
  const symbols = new SymbolReader();
  const stated = firstRow(table)?.[position("symbol") ?? -1]?.trim();
  const timeInstrument = instrumentOf(
    file,
    file.symbol ?? (stated !== undefined && isSymbol(stated) ? stated : fileSymbol),
  );
  const rows = opened.rows({
    ...optional,
    time: textTimes((text) => parseTime(text, file, timeInstrument)),
    expiration: dateReaderFor(first, zoneOf("UTC")),
    right: textTimes(parseRight),
    symbol: symbols,
  });
  const time = snapshotTimes(file, has("time"), rows, nameParts?.["date"], timeInstrument);
  const zone = zoneOf(timeInstrument.zone);
  const isLate = (row: number): boolean => rows.beforeClose[row] === 1 && isAfterEarlyClose(time[row]!, zone);
  const notes: string[] = [];
  const groups = groupsOf(file, rows, symbols.symbols, fileSymbol);
  if (groups.length === 0) throw fileError("DATA_EMPTY", file.file, "has no usable contracts");
  notes.push(
    ...groups.flatMap(({ symbol, underlying }) => (underlying === symbol ? [] : [rootNote(symbol, underlying)])),
  );
  const parts = groups.map(({ symbol, rows: own }) => {
    const instrument = instrumentOf(file, symbol);
    const late = own.filter(isLate).length;
    if (late > 0)
      notes.push(
        `${symbol}: quotes of 15:45 on days with an early close before 2020-02-05, left out since they are from after the close: ${late}.`,
      );
    const inTime = late === 0 ? own : own.filter((row) => !isLate(row));
    const order = validRowsOf(file, rows, inTime, time, zoneOf(instrument.zone));
    if (order.length === 0) throw fileError("DATA_EMPTY", file.file, "has no usable contracts");
    const { chain: recorded, unknown } = chainOf(symbol, rows, time, order);
    notes.push(
      `${symbol}: the option chain has ${pluralize(order.length, "row")}, one for each contract in each snapshot.`,
    );
    if (unknown > 0)
      notes.push(
        `${symbol}: an implied volatility of 0 is read as unknown, like the greeks in its row. Rows affected: ${unknown}.`,
      );
    const crossed = recorded.bid.filter((bid, row) => recorded.ask[row]! > 0 && bid > recorded.ask[row]!).length;
    if (crossed > 0)
      notes.push(`${symbol}: contracts with a bid above the ask: ${crossed} of ${order.length}. They are kept.`);
    return { instrument, recorded };
  });
  const missingSides = (["bid", "ask"] as const).filter((role) => !has(role));
  if (missingSides.length > 0)
    notes.push(
      `${groups[0]!.symbol}: the chain has no column ${missingSides.join(" and no column ")}; contracts have no quote.`,
    );
  notes.push(...unreadNotes(file.file, table.header.names, opened.read));
  return {
    instruments: parts.map(({ instrument }) => instrument),
    chains: parts.map(({ recorded }) => recorded),
    notes,
  };
}

/** Contracts on one underlying with one root. */
interface ChainGroup {
  /** Symbol of the chain: that of the underlying, or a root of its own. */
  readonly symbol: string;
  readonly underlying: string;
  readonly rows: readonly number[];
}

function rootNote(root: string, underlying: string): string {
  return `${underlying}: contracts with the root ${root} are recorded as a chain of ${root}, since they differ from those with the root ${plainRoot(underlying)}, such as by the time of their settlement. To trade them, import the bars of ${underlying} under ${root} too.`;
}

/** Returns the letters and digits of a symbol, as roots have them: `SPX` for `^SPX`. */
function plainRoot(symbol: string): string {
  return symbol.replaceAll(/[^A-Z0-9]/g, "");
}

/**
 * Returns the rows of each chain to import. Contracts whose root is not that of their underlying are chains of their own: SPXW next to SPX.
 * If the user names the symbol of a file with one root, its contracts have that symbol. Throws `PARAMETER_OUT_OF_RANGE` for a chosen symbol
 * without rows.
 */
function groupsOf(
  file: ImportFile,
  rows: ContractRows,
  symbols: readonly string[],
  fileSymbol: string,
): readonly ChainGroup[] {
  const all = Array.from({ length: rows.length }, (_, row) => row);
  const only =
    symbols.length < 2 ? (file.symbol ?? (isSymbol(symbols[0] ?? "") ? symbols[0]! : fileSymbol)) : undefined;
  const column = rows.optional("symbol");
  const isStated = file.symbol !== undefined || column !== undefined;
  const underlyings = [...groupBy(all, (row) => only ?? symbols[column![row]!]!)];
  const groups = underlyings.flatMap(([underlying, own]): ChainGroup[] => {
    const roots = [...groupBy(own, (row) => rows.root(row))];
    const isNamed = file.symbol !== undefined && roots.length === 1;
    return roots.map(([root, contracts]) => {
      const isOwn = isNamed || root === undefined || root === plainRoot(underlying);
      const symbol = isOwn ? underlying : root;
      // The name of a file says little about the underlying of its only root.
      return { symbol, underlying: isStated || roots.length > 1 ? underlying : symbol, rows: contracts };
    });
  });
  const known = groups.flatMap(({ symbol, underlying }) => [symbol, underlying]);
  const chosen = file.settings.symbols ?? (file.symbol === undefined ? known : [file.symbol]);
  const missing = chosen.find((symbol) => !known.includes(symbol));
  if (missing !== undefined) {
    const shown = [...new Set(known)].slice(0, 20).join(", ");
    throw parameterError("symbol", `one of the symbols of ${file.file}: ${shown}`, missing);
  }
  return groups.filter(({ symbol, underlying }) => chosen.includes(symbol) || chosen.includes(underlying));
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

/** Minutes before a close at which the earlier of two snapshots is taken. */
const BEFORE_CLOSE_MS = 15 * 60_000;

/** Time of day before which a session of options closed early, and the day from which the earlier snapshot moved with the close. */
const EARLY_MS = 15 * 3_600_000;
const MOVED_SNAPSHOT = Date.parse("2020-02-05T00:00:00Z");

/** Whether a snapshot that seems to be from before an early close was taken at the usual time of day, after that close. */
function isAfterEarlyClose(time: number, zone: Zone): boolean {
  const local = zone.toLocal(time);
  return local < MOVED_SNAPSHOT && local - Math.floor(local / DAY_MS) * DAY_MS < EARLY_MS;
}

function snapshotTimes(
  file: ImportFile,
  hasTime: boolean,
  rows: ContractRows,
  date: string | undefined,
  instrument: RecordedInstrument,
): Column {
  if (hasTime) return rows.column("time").map((time, row) => time - rows.beforeClose[row]! * BEFORE_CLOSE_MS);
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
function validRowsOf(
  file: ImportFile,
  rows: ContractRows,
  own: readonly number[],
  time: Column,
  zone: Zone,
): readonly number[] {
  const valid: number[] = [];
  for (const row of own) {
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
      `a contract must occur only once in a snapshot, but ${contract} occurs twice. If it is listed under several roots, such as SPX and SPXW, give the file a column root or the ids of its contracts`,
    ]);
    return false;
  });
}

/** Columns whose values are unknown if the implied volatility of the row is 0. */
const FROM_VOLATILITY: readonly ChainRole[] = ["impliedVolatility", "delta", "gamma", "theta", "vega"];

function chainOf(
  symbol: string,
  rows: ContractRows,
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
