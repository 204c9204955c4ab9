import { parseInstant, formatInstant } from "../../time/instant.ts";
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
import { rowError } from "../file-error.ts";
import type { Column } from "../../primitives/column.ts";
import type { BarTable, Clock, TableRows } from "./bar-table.ts";
import { columnName, type Layout } from "./columns.ts";
import { FormattedTimes, timeOfDayFormat } from "./time-format.ts";
import { SuffixedTimes, zoneAfterTimes } from "./zone-suffix.ts";

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
  if (clock !== undefined) return declaredTimes(table, time, clock, zone);
  const cells = (position: number): string[] =>
    table.sample.map((row) => row[position] ?? "").filter((text) => text !== "");
  const place = { file: table.file, column: columnName(table.names, time) };
  if (timeOfDay === undefined) {
    const suffixed = format === undefined ? zoneAfterTimes(cells(time), zone, table.file) : undefined;
    const { times = cells(time), zone: own = zone } = suffixed ?? {};
    const plain = timeReaderFor(times, own, place, format);
    const reader = suffixed === undefined ? plain : new SuffixedTimes(plain, suffixed.suffix);
    return {
      readers: new Map([[time, reader]]),
      format: reader.format,
      zone: own,
      unit: reader instanceof EpochTimes ? reader.unit : undefined,
      usedZone: () => reader.usedZone,
      instants: (rows) => ({ time: rows.columns[time]!, rows: allRows(rows.length) }),
    };
  }
  const isIso = format === undefined && /^\d{4}-?\d{2}-?\d{2}/.test(cells(time)[0] ?? "");
  const dates = isIso
    ? dateReaderFor(cells(time)[0]!, zoneOf("UTC"))
    : timeReaderFor(cells(time), zoneOf("UTC"), place, format);
  const clocks = timeOfDayReaderFor(cells(timeOfDay));
  return {
    readers: new Map<number, ColumnReader>([
      [time, dates],
      [timeOfDay, clocks],
    ]),
    format: `${dates.format} and ${clocks.format}`,
    unit: undefined,
    zone,
    usedZone: () => true,
    instants: (rows, refuse) => {
      const [date, sinceMidnight] = [rows.columns[time]!, rows.columns[timeOfDay]!];
      return localInstants(table, time, rows, zone, (row) => date[row]! + sinceMidnight[row]!, refuse);
    },
  };
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
const DECLARED_TIMES: CellReader = {
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
function timeOfDayReaderFor(texts: readonly string[]): CellReader & { readonly format: string } {
  const format = timeOfDayFormat(texts[0] ?? "");
  if (format === undefined || (format.startsWith("HH:mm") && /^\d{2}:/.test(texts[0]!))) return PLAIN_TIMES;
  const times: TimeReader = new FormattedTimes(`YYYY-MM-DD ${format}`, zoneOf("UTC"));
  return {
    format,
    read: () => -1,
    parse(text) {
      // Spreadsheets drop the zero before the hour.
      const digits = /^\d{3,5}$/.test(text) ? text.padStart(format.length, "0") : text;
      const instant = times.parse(`1970-01-01 ${digits}`);
      return typeof instant === "number" ? instant : `a time of day ${format}, since dates have a column of their own`;
    },
  };
}
