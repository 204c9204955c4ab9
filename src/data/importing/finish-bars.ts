import type { Bars } from "../../market/bars.ts";
import type { OwnColumns } from "../../market/market-data.ts";
import type { BarColumns } from "../../market/validate-bars.ts";
import type { RecordedInstrument } from "../../market/recorded-market.ts";
import type { Column } from "../../primitives/column.ts";
import { mapValues } from "../../primitives/record-helpers.ts";
import type { Calendar } from "../../time/calendar.ts";
import { DAY_MS, daysOfDate } from "../../time/civil-date.ts";
import { formatDate, formatInstant } from "../../time/instant.ts";
import { type Interval, intervalEnd, isDailyOrLonger } from "../../time/interval.ts";
import { type Zone, zoneOf } from "../../time/zone.ts";
import { barsOfFile, checkOrder, intervalOfFile } from "../bar-file.ts";
import type { EpochUnit } from "../csv/times.ts";
import { fileError } from "../file-error.ts";
import { calendarOfFile, priceFloorOf } from "./instrument-of.ts";
import { type ImportFile, type ImportSettings, refuseRow } from "./importer.ts";
import { selectRows } from "../reading/row-order.ts";
import { ownColumnsOf } from "../recording/series-kinds.ts";
import { selectBarRows, validRows } from "./valid-rows.ts";

/** Bars read from a file, before they are checked. */
export interface ReadBars {
  readonly instrument: RecordedInstrument;
  readonly columns: BarColumns;
  /** Own columns of the bars, by name. */
  readonly own?: OwnColumns | undefined;
  /** Interval stated by the file format; the user's interval overrides it. */
  readonly interval?: Interval | undefined;
  /** Zone of the dates in the file. */
  readonly timeZone: string;
  /** Unit of times given as numbers since 1970; undefined for other times. */
  readonly unit?: EpochUnit | undefined;
  /** Returns the line number of a row, or its position in a JSON list, for error messages. */
  readonly line: (row: number) => number;
  /** Word before the number of a row in error messages. Default: `line`. */
  readonly counted?: string;
}

/** Returns the zone of the times in a file: that of the settings, else of the format, else of the exchange. */
export function timeZoneOf({ timeZone }: ImportSettings, instrument: RecordedInstrument, formatZone?: string): string {
  return zoneOf(timeZone ?? formatZone ?? instrument.zone).name;
}

/** Checked bars with their own columns, and the file's rows that they come from; undefined if all rows were kept. */
interface FinishedBars {
  readonly bars: Bars;
  readonly columns?: OwnColumns;
  readonly rows: readonly number[] | undefined;
}

/**
 * Checks columns read from a file and creates bars from them. Invalid bars are refused and left out. Bars of a day or longer are moved to
 * midnight of the exchange's zone, and must contain a session of its calendar.
 * Throws `DATA_EMPTY` if no bar is left, `INTERVAL_UNKNOWN`, and `SETTING_INVALID` or `BARS_INVALID` for overlapping bars.
 */
export function finishBars(file: ImportFile, read: ReadBars): FinishedBars {
  const { settings } = file;
  const { instrument, unit, line, counted = "line" } = read;
  const refuse = (row: number, field: string, reason: string, message: string): void => {
    refuseRow(file, line(row), [field, reason, message], counted);
  };
  checkOrder(file.file, read.columns.time);
  const valid = validRows(read.columns, priceFloorOf(file, instrument), refuse);
  const columns = valid === undefined ? read.columns : selectBarRows(read.columns, valid);
  checkNotEmpty(file, columns.time.length);
  const formatInterval = settings.interval === undefined ? read.interval : undefined;
  const calendar = calendarOfFile(file, instrument);
  const interval = formatInterval ?? intervalOfFile(file.file, columns.time, settings.interval, calendar);
  if (!isDailyOrLonger(interval))
    return { bars: barsOfFile(file.file, interval, columns, unit), ...ownOfRows(read, valid), rows: valid };

  const aligned = alignToMidnight(columns.time, zoneOf(read.timeZone), zoneOf(instrument.zone), (row, message) =>
    refuse(valid?.[row] ?? row, "time", "not_midnight", message),
  );
  checkNotEmpty(file, aligned.kept.length);
  const starts = selectRows(aligned.time, aligned.kept);
  checkMidnights(file, instrument, interval, starts, calendar);
  const kept = rowsWithSession(starts, interval, calendar, (at, message) => {
    const row = aligned.kept[at]!;
    refuse(valid?.[row] ?? row, "time", "no_session", message);
  }).map((at) => aligned.kept[at]!);
  checkNotEmpty(file, kept.length);
  const all = kept.length === columns.time.length;
  const alignedColumns = { ...columns, time: aligned.time };
  const rows = all ? valid : kept.map((row) => valid?.[row] ?? row);
  return {
    bars: barsOfFile(file.file, interval, all ? alignedColumns : selectBarRows(alignedColumns, kept), unit),
    ...ownOfRows(read, rows),
    rows,
  };
}

/** Returns the own columns of the kept rows. */
function ownOfRows({ own = {} }: ReadBars, rows: readonly number[] | undefined): Pick<FinishedBars, "columns"> {
  return ownColumnsOf(rows === undefined ? own : mapValues(own, (column) => selectRows(column, rows)));
}

function checkNotEmpty({ file }: ImportFile, bars: number): void {
  if (bars === 0) throw fileError("DATA_EMPTY", file, "has no usable bars");
}

/**
 * Throws `SETTING_INVALID` if the instrument's zone has other midnights than its calendar: a bar would then belong to the session of another
 * date, and be known before it ends.
 */
function checkMidnights(
  { file }: ImportFile,
  { symbol, zone }: RecordedInstrument,
  interval: Interval,
  starts: Column,
  calendar: Calendar,
): void {
  const calendarZone = zoneOf(calendar.zone);
  if (
    starts.every(
      (start) => start === calendarZone.toInstantOrAfter(Math.floor(calendarZone.toLocal(start) / DAY_MS) * DAY_MS),
    )
  )
    return;
  throw fileError(
    "SETTING_INVALID",
    file,
    `must give ${symbol} a zone whose midnights are those of the calendar ${calendar.name} (${calendar.zone}) for bars of ${interval}, was ${zone}. ` +
      "The zone of dates in the file is a separate option (--time-zone)",
    { file, symbol, zone, calendar: calendar.name },
  );
}

/** Moves midnights of the file's zone to midnights of the exchange's zone. Refuses all other times. */
function alignToMidnight(
  times: Column,
  from: Zone,
  to: Zone,
  refuse: (row: number, message: string) => void,
): { readonly time: Column; readonly kept: readonly number[] } {
  const kept: number[] = [];
  const time = times.map((instant, row) => {
    const local = from.toLocal(instant);
    const midnight = Math.floor(local / DAY_MS) * DAY_MS;
    if (instant === from.toInstantOrAfter(midnight)) {
      kept.push(row);
      return from === to ? instant : to.toInstantOrAfter(midnight);
    }
    const was = formatInstant(local).slice(0, -1);
    refuse(row, `a bar of a day or longer must begin at midnight in the file's time zone, ${from.name}, was ${was}`);
    return instant;
  });
  return { time, kept };
}

/** Number of days that is longer than any bar. */
const LONGEST_BAR = 100;

/** First and last day that every calendar supports; no calendar has sessions outside. */
const FIRST_DAY = daysOfDate(1, 1, 1);
const LAST_DAY = daysOfDate(9998, 12, 31);

/**
 * Returns the rows whose bars contain a session of the calendar. Refuses all others, such as a Saturday bar of a stock: the time at which
 * such a bar is known would be undefined.
 */
function rowsWithSession(
  time: Column,
  interval: Interval,
  calendar: Calendar,
  refuse: (row: number, message: string) => void,
): readonly number[] {
  const zone = zoneOf(calendar.zone);
  const days = time.map((start) => Math.floor(zone.toLocal(start) / DAY_MS));
  const { date } = calendar.sessions(clampDay(days[0]!), clampDay(days.at(-1)! + LONGEST_BAR));
  const kept: number[] = [];
  let place = 0;
  for (let row = 0; row < days.length; row++) {
    const day = days[row]!;
    while (date[place]! < day) place++;
    // A bar of five sessions may span any number of days; all others end on a fixed date.
    const end = interval === "5d" ? Infinity : intervalEnd(interval, day * DAY_MS) / DAY_MS;
    if (date[place]! < Math.min(end, days[row + 1] ?? Infinity)) kept.push(row);
    else refuse(row, `a bar of ${interval} must contain a session of ${calendar.name}, was ${dateText(day)}`);
  }
  return kept;
}

function clampDay(day: number): number {
  return Math.min(Math.max(day, FIRST_DAY), LAST_DAY);
}

function dateText(day: number): string {
  return formatDate(day * DAY_MS);
}
