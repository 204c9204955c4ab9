import { parseInstant, formatInstant } from "../../time/instant.ts";
import { DAY_MS } from "../../time/civil-date.ts";
import { LARGEST_INSTANT, type Zone, zoneOf } from "../../time/zone.ts";
import type { CellReader } from "../csv/cell.ts";
import type { ColumnReader, RefuseRow } from "../csv/rows.ts";
import {
  dateReaderFor,
  EpochTimes,
  type EpochUnit,
  readTimeOfDay,
  type TimeOfDay,
  type TimeReader,
  timeReaderFor,
} from "../csv/times.ts";
import { invalidFile, rowError } from "../file-error.ts";
import type { Column } from "../../primitives/column.ts";
import type { BarTable, Clock, TableRows } from "./bar-table.ts";
import { columnName, type Layout, normalizedName } from "./columns.ts";
import { FormattedTimes, timeOfDayFormat } from "./time-format.ts";
import { zoneAfterTimes, zoneInName } from "./zone-suffix.ts";

/** First and last local time with a year of four digits; others have no instant in any zone. */
const FIRST_LOCAL = Date.parse("0000-01-01T00:00:00Z");
const LAST_LOCAL = Date.parse("9999-12-31T23:59:59.999Z");

/** The times of rows, and the rows whose times could be read. */
export interface TimedRows {
  /** Instants by row of the table. */
  readonly time: Column;
  /** Rows in the order of the table. */
  readonly rows: Int32Array;
}

/** Reads the times of a table: from one column, from a column of dates and one of times of day, or from a column that is declared as times. */
export interface TableTimes {
  /** Readers of the columns that hold times, by position. */
  readonly readers: ReadonlyMap<number, ColumnReader>;
  readonly format: string;
  readonly unit: EpochUnit | undefined;
  /** Zone in which times without an offset are read. */
  readonly zone: Zone;
  /** Whether any time had no offset and was read in the zone. */
  readonly usedZone: () => boolean;
  /** Returns the instants of the rows that were read. */
  readonly instants: (rows: TableRows, refuse?: RefuseRow) => TimedRows;
}

/** Chooses how to read the times of a table from the texts of its sample, or from a stated format. Throws `DATA_FILE_INVALID`. */
export function timesOf(
  table: BarTable,
  { time, timeOfDay }: Pick<Layout, "time" | "timeOfDay">,
  zone: Zone,
  format: string | undefined,
): TableTimes {
  const clock = table.clock?.(time);
  const cells = (position: number): string[] =>
    table.sample.map((row) => row[position] ?? "").filter((text) => text !== "");
  const isDays = clock !== undefined && clock !== "instant" && cells(time).every((text) => Number(text) % DAY_MS === 0);
  if (clock !== undefined && !(isDays && timeOfDay !== undefined)) {
    if (clock === "local" && !isDays) refuseUnclearZone(table, time, zone);
    return declaredTimes(table, time, clock, zone);
  }
  const place = { file: table.file, column: columnName(table.names, time) };
  const namedZone = zoneOfName(place, cells(time), zone, format);
  if (timeOfDay === undefined) {
    const suffixed = format === undefined ? zoneAfterTimes(cells(time), namedZone, table.file) : undefined;
    const { times = cells(time), zone: own = namedZone, readerOf } = suffixed ?? {};
    const plain = timeReaderFor(times, own, place, format);
    const reader = readerOf?.(plain) ?? plain;
    if (isReadInZone(reader, cells(time)[0])) refuseUnclearZone(table, time, own);
    return {
      readers: new Map([[time, reader]]),
      format: reader.format,
      zone: own,
      unit: reader instanceof EpochTimes ? reader.unit : undefined,
      usedZone: () => reader.usedZone,
      instants: (rows) => ({ time: rows.columns[time]!, rows: allRows(rows.length) }),
    };
  }
  const isIso = format === undefined && /^\d{4}-\d{2}-\d{2}/.test(cells(time)[0] ?? "");
  const dates = isDays
    ? DECLARED_TIMES
    : isIso
      ? dateReaderFor(cells(time)[0]!, zoneOf("UTC"))
      : timeReaderFor(cells(time), zoneOf("UTC"), place, format);
  const isDeclared = table.clock?.(timeOfDay) === "time of day";
  const clocks = isDeclared ? DECLARED_TIMES : timeOfDayReaderFor(cells(timeOfDay));
  refuseNoDates(table, time, dates, cells(time)[0]);
  refuseUnclearZone(table, timeOfDay, namedZone);
  return {
    readers: new Map<number, ColumnReader>([
      [time, dates],
      [timeOfDay, clocks],
    ]),
    format: `${dates.format} and ${clocks.format}`,
    unit: undefined,
    zone: namedZone,
    usedZone: () => true,
    instants: (rows, refuse) => {
      const [date, sinceMidnight] = [rows.columns[time]!, rows.columns[timeOfDay]!];
      return localInstants(table, time, rows, namedZone, (row) => date[row]! + sinceMidnight[row]!, refuse);
    },
  };
}

/** Returns UTC for a column that its name states to be in it, such as `Gmt time`. Dates alone are those of the given zone. */
function zoneOfName(
  place: { readonly file: string; readonly column: string },
  texts: readonly string[],
  zone: Zone,
  format: string | undefined,
): Zone {
  const utc = zoneOf("UTC");
  const statesUtc = /gmt|utc/.test(normalizedName(place.column)) && zoneInName(place.column) === undefined;
  if (zone === utc || !statesUtc) return zone;
  const reader = timeReaderFor(texts, utc, place, format);
  return texts.every((text) => Number(reader.parse(text)) % DAY_MS === 0) ? zone : utc;
}

/** Throws `DATA_FILE_INVALID` if a column next to one of times of day has no dates alone. */
function refuseNoDates(table: BarTable, position: number, dates: TimeReader, first = ""): void {
  const instant = dates.parse(first);
  if (typeof instant === "string" || instant % DAY_MS === 0) return;
  const column = columnName(table.names, position);
  const message =
    `${column} must have dates alone, since times of day have a column of their own, was ${JSON.stringify(first)}. ` +
    `If it has the whole times, use --columns "time=${column}"; if its dates have another format, state it with --date-format`;
  throw invalidFile(`${table.file}, column`, message, { file: table.file, column, was: first });
}

/** Whether a reader reads a text as a time of day in its zone. */
function isReadInZone(reader: TimeReader, text = ""): boolean {
  if (!text.includes(":")) return false;
  reader.parse(text);
  return reader.usedZone;
}

/**
 * Throws `DATA_FILE_INVALID` for local times whose file states their zone by a short name, an offset or the name of their column, if the user
 * states none.
 */
function refuseUnclearZone({ file, facts, names }: BarTable, position: number, zone: Zone): void {
  const unclearZone = facts.unclearZone ?? zoneInName(columnName(names, position));
  if (unclearZone === undefined || zone.name !== "UTC") return;
  const message =
    `states that its times are in ${JSON.stringify(unclearZone)}, which names no single zone. ` +
    "State the zone of the times, such as --zone America/New_York, or --zone Etc/UTC if they are in UTC";
  throw invalidFile(file, message, { zone: unclearZone });
}

function allRows(length: number): Int32Array {
  const rows = new Int32Array(length);
  for (let row = 0; row < length; row++) rows[row] = row;
  return rows;
}

/** Reads a column that its file declares as times: instants as they are, local times and dates in the zone. */
function declaredTimes(table: BarTable, position: number, clock: Clock, zone: Zone): TableTimes {
  const shared = { readers: new Map([[position, DECLARED_TIMES]]), unit: undefined, zone };
  if (clock === "instant") {
    return {
      ...shared,
      format: "instants",
      usedZone: () => false,
      instants: (rows) => ({ time: rows.columns[position]!, rows: allRows(rows.length) }),
    };
  }
  return {
    ...shared,
    format: clock === "date" ? "dates" : "local times",
    usedZone: () => true,
    instants: (rows, refuse) => {
      const local = rows.columns[position]!;
      if (clock === "local") return localInstants(table, position, rows, zone, (row) => local[row]!, refuse);
      return { time: local.map((midnight) => zone.toInstantOrAfter(midnight)), rows: allRows(rows.length) };
    },
  };
}

/** Reads times that a file declares as such, in milliseconds. */
const DECLARED_TIMES: TimeReader = {
  format: "as declared",
  usedZone: true,
  read: () => -1,
  parse: (text) => (text !== "" && Number.isInteger(Number(text)) ? Number(text) : "a time in whole milliseconds"),
};

/** Converts local times to instants. Refuses rows whose time the clocks of the zone never show. */
function localInstants(
  table: BarTable,
  position: number,
  rows: TableRows,
  zone: Zone,
  localOf: (row: number) => number,
  refuse: RefuseRow | undefined,
): TimedRows {
  const time = new Float64Array(rows.length);
  const kept = new Int32Array(rows.length);
  let count = 0;
  for (let row = 0; row < rows.length; row++) {
    const local = localOf(row);
    const instant = local >= FIRST_LOCAL && local <= LAST_LOCAL ? zone.toInstant(local) : NaN;
    time[row] = instant;
    if (!Number.isNaN(instant)) {
      kept[count++] = row;
      continue;
    }
    const column = columnName(table.names, position);
    const mustBe = `a time that the clocks of ${zone.name} show, not one that they skip when they go forward`;
    const was = Math.abs(local) <= LARGEST_INSTANT ? formatInstant(local).slice(0, -1) : String(local);
    const error = rowError(rows.place(row), column, mustBe, was);
    if (refuse === undefined) throw error;
    refuse(error);
  }
  return { time, rows: kept.subarray(0, count) };
}

const parsedTime: TimeOfDay = { end: 0, ms: 0 };

/** Reads times of day as milliseconds since midnight, from a column next to one of dates: `09:30`, `09:30:00`, `09:30:00.000`. */
const PLAIN_TIMES: CellReader & { readonly format: string } = {
  format: "HH:mm:ss",
  read(view, at, out, row) {
    if (!readTimeOfDay(view, at, parsedTime)) return -1;
    out[row] = parsedTime.ms;
    return parsedTime.end;
  },
  parse(text) {
    try {
      if (/^\d{2}:[\d:.]+$/.test(text)) return parseInstant(`1970-01-01T${text}`);
    } catch {
      // An impossible time, such as 24:00.
    }
    return "a time of day HH:mm or HH:mm:ss, since dates have a column of their own";
  },
};

/** Chooses the reader of times of day from some of their texts: `09:30`, `093000`, `9:30 AM`. */
export function timeOfDayReaderFor(texts: readonly string[]): CellReader & { readonly format: string } {
  // Digits without marks may have lost the zeros before them, so the longest text decides.
  const longest = texts.reduce((long, text) => (/^\d+$/.test(text) && text.length > long.length ? text : long), "");
  const first = longest === "" ? (texts[0] ?? "") : longest.padStart(longest.length > 4 ? 6 : 4, "0");
  const format = timeOfDayFormat(first);
  if (format === undefined || (format.startsWith("HH:mm") && /^\d{2}:/.test(first))) return PLAIN_TIMES;
  const times: TimeReader = new FormattedTimes(`YYYY-MM-DD ${format}`, zoneOf("UTC"));
  return {
    format,
    read: () => -1,
    parse(text) {
      // Spreadsheets drop the zero before the hour.
      const digits = /^\d{1,5}$/.test(text) ? text.padStart(format.length, "0") : text;
      const instant = times.parse(`1970-01-01 ${digits}`);
      return typeof instant === "number" ? instant : `a time of day ${format}, since dates have a column of their own`;
    },
  };
}
