import { HindcastError } from "../../primitives/errors.ts";
import { parseInstant } from "../../time/instant.ts";
import { type Zone, zoneOf } from "../../time/zone.ts";
import type { CellReader } from "../csv/cell.ts";
import { firstRow } from "../csv/rows.ts";
import { timeReaderFor } from "../csv/times.ts";
import { timeOfDayReaderFor } from "../reading/table-times.ts";
import { textTimes } from "./import-table.ts";
import type { ImportFile } from "./importer.ts";
import type { TickTable } from "./tick-table.ts";

/** Readers of the times of ticks, and how these are written. */
export interface TickTimes {
  readonly readers: Readonly<Partial<Record<"time" | "date", CellReader>>>;
  readonly format: string;
  /** Returns the instant of a row, from the values of its columns. */
  readonly instant: (time: number, date: number) => number;
}

/** Chooses how to read times: in one column, or as times of day next to a column of dates. */
export function tickTimesOf(file: ImportFile, { table, positions }: TickTable, zone: Zone): TickTimes {
  const { dateFormat } = file.settings;
  const row = firstRow(table);
  const { time, date } = positions as { readonly time: number; readonly date: number | undefined };
  const first = row?.[time] ?? "";
  const place = { file: file.file, column: table.header.names[date ?? time]! };
  if (date !== undefined) {
    const dates = timeReaderFor([row?.[date] ?? ""], zoneOf("UTC"), place, dateFormat);
    const clock = timeOfDayReaderFor([first]);
    return {
      readers: { date: dates, time: clock },
      format: `${dates.format} and ${clock.format}, ${zone.name}`,
      instant: (sinceMidnight, midnight) => zone.toInstant(midnight + sinceMidnight),
    };
  }
  const isCount = dateFormat === undefined && /^\d+(?:\.\d+)?$/.test(first);
  const isIso = dateFormat === undefined && /^\d{4}-\d{2}-\d{2}/.test(first);
  if (isCount || isIso) {
    const hasZone = isCount || /[T ].*(?:Z|[+-][\d:]+)$/.test(first);
    const format = isCount ? "numbers since 1970" : "ISO 8601";
    return {
      readers: { time: plainTimes(zone) },
      format: hasZone ? format : `${format}, ${zone.name}`,
      instant: (instant) => instant,
    };
  }
  const reader = timeReaderFor([first], zone, place, dateFormat);
  return { readers: { time: reader }, format: `${reader.format}, ${zone.name}`, instant: (instant) => instant };
}

/** For times since 1970 below each limit: how many digits to append to get milliseconds; negative for digits to remove. */
const UNITS: readonly (readonly [negativeSide: number, digits: number])[] = [
  [1e11, 3],
  [1e14, 0],
  [1e17, -3],
  [Infinity, -6],
];

/** Seconds since 1970 of March 1973: the smallest number of nine digits. */
const EARLIEST_SECONDS = 100_000_000;

/** The last millisecond of the year 9999. */
const LAST_INSTANT = 253_402_300_799_999;

/**
 * Creates the reader for times of trades, which are rounded down to milliseconds: ISO with up to nine decimals of a second, or counts since
 * 1970. The size of a count decides whether it is in seconds, milliseconds, microseconds or nanoseconds.
 */
function plainTimes(zone: Zone): CellReader {
  let usesOffset: boolean | undefined;
  return textTimes((text) => {
    if (/^\d+(?:\.\d+)?$/.test(text)) {
      // A smaller number may be a date or a time of day.
      if (Number(text) < EARLIEST_SECONDS) return "a number since 1970, from 1973 on";
      // Times are cut to milliseconds as text, since nanoseconds exceed the precision of a double.
      const [whole = "", fraction = ""] = text.split(".");
      const [, digits] = UNITS.find(([negativeSide]) => Number(text) < negativeSide || negativeSide === Infinity)!;
      const instant = Number(
        digits > 0 ? whole + fraction.slice(0, digits).padEnd(digits, "0") : whole.slice(0, whole.length + digits),
      );
      return instant <= LAST_INSTANT ? instant : "a number since 1970 within the years 1 to 9999";
    }
    const hasOffset = /[T ].*(?:Z|[+-][\d:]+)$/.test(text);
    usesOffset ??= hasOffset;
    if (usesOffset !== hasOffset)
      return `a time with ${usesOffset ? "an" : "no"} offset, like the first time of its column`;
    try {
      return parseInstant(text.replace(/(\.\d{3})\d{1,6}(?=\D|$)/, "$1"), zone.name);
    } catch (error) {
      const mustBe = error instanceof HindcastError && error.details["mustBe"];
      return /^\d{4}-\d{2}-\d{2}/.test(text) && typeof mustBe === "string"
        ? mustBe
        : "an ISO time, or a number since 1970";
    }
  });
}
