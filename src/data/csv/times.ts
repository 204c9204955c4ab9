import { HindcastError } from "../../primitives/errors.ts";
import { DAY_MS, daysInMonth, daysOfDate } from "../../time/civil-date.ts";
import { formatDate, parseDate, parseInstant } from "../../time/instant.ts";
import { type Zone, zoneOf } from "../../time/zone.ts";
import { columnText, invalidFile } from "../file-error.ts";
import { FormattedTimes, formatsOf } from "../reading/time-format.ts";
import {
  type CellReader,
  COLON,
  fourDigits,
  MINUS,
  NUMBER_CELLS,
  PLUS,
  POINT,
  readDecimal,
  SPACE,
  ZERO,
} from "./cell.ts";

/** Reads dates without a time, `20200228` or `2020-02-28`, in one spelling throughout, as midnights in a zone. */
class PlainDates implements TimeReader {
  readonly usedZone = true;
  readonly format: "YYYYMMDD" | "YYYY-MM-DD";
  readonly #zone: Zone;
  readonly #separatorLength: 0 | 1;

  constructor(spelling: "YYYYMMDD" | "YYYY-MM-DD", zone: Zone) {
    this.#zone = zone;
    this.format = spelling;
    this.#separatorLength = spelling === "YYYYMMDD" ? 0 : 1;
  }

  read(view: DataView, at: number, out: Float64Array, row: number): number {
    const days = readDate(view, at, this.#separatorLength);
    if (days === NO_DATE) return -1;
    out[row] = this.#zone.toInstantOrAfter(days * DAY_MS);
    return at + 8 + 2 * this.#separatorLength;
  }

  parse(text: string): number | string {
    const match = (this.#separatorLength === 0 ? /^(\d{4})(\d{2})(\d{2})$/ : /^(\d{4})-(\d{2})-(\d{2})$/).exec(text);
    try {
      if (match !== null) return this.#zone.toInstantOrAfter(parseDate(`${match[1]}-${match[2]}-${match[3]}`));
    } catch {
      // A date that does not exist, such as 30 February.
    }
    return `a date ${this.#separatorLength === 0 ? "YYYYMMDD" : "YYYY-MM-DD"} that exists`;
  }
}

/** Reads a column of times, and records whether any had no offset and was read in the zone. */
export interface TimeReader extends CellReader {
  readonly usedZone: boolean;
  /** How the times are written, such as `DD.MM.YYYY HH:mm` or `seconds since 1970`. */
  readonly format: string;
}

/** Column of times in a file, for errors. */
interface TimeColumn {
  readonly file: string;
  readonly column: string;
}

/**
 * Creates the reader for a column of times from its first text, or for a stated format. The other texts decide between several dates. Digits
 * that most texts write like dates are dates, numbers from 20,000 to 80,000 days of a spreadsheet, and other numbers count time since 1970.
 * Throws `DATA_FILE_INVALID` if a text may be two times, and for an unknown format.
 */
export function timeReaderFor(texts: readonly string[], zone: Zone, place: TimeColumn, format?: string): TimeReader {
  if (format !== undefined) return readerOfFormat(format, zone);
  const first = texts[0] ?? "";
  if (NUMBER.test(first) && !lookLikeDates(texts)) {
    const count = Number(first);
    refuseOtherCounts(texts, place);
    return count >= 20_000 && count < 80_000 ? daysReader(texts, zone, place) : new EpochTimes(epochUnit(count));
  }
  const iso = new IsoTimes(zone);
  if (texts.length === 0 || typeof new IsoTimes(zone).parse(first) === "number") return iso;
  const formats = formatsOf(texts);
  if (formats.length === 0) throw unknownFormat(texts, place);
  if (formats.length > 1) {
    const dates = formats.map((one) => formatDate(new FormattedTimes(one, zoneOf("UTC")).parse(first) as number));
    throw unclearTime(place, first, dates, formats, ": no row shows which number is the day");
  }
  return formats[0] === "YYYYMMDD" ? new PlainDates("YYYYMMDD", zone) : new FormattedTimes(formats[0]!, zone);
}

const NUMBER = /^[+-]?\d+(?:\.\d*)?(?:e\+?\d+)?$/i;

/** Whether most of some texts are digits in the order of a date, such as `20240102` or `20240102093000`. */
function lookLikeDates(texts: readonly string[]): boolean {
  if (!/^(?:\d{6}|\d{8}|\d{12}|\d{14})$/.test(texts[0]!)) return false;
  return formatsOf(texts).some((format) => {
    const reader = new FormattedTimes(format, zoneOf("UTC"));
    return texts.filter((text) => typeof reader.parse(text) === "number").length > texts.length / 2;
  });
}

/** Counts of 100 nanoseconds by the year in which they begin, and their range from about 1980 to 2045. */
const TICKS = [
  { since: "the year 1 (.NET)", least: 6.2e17, most: 6.5e17 },
  { since: "1601 (Windows)", least: 1.2e17, most: 1.4e17 },
];

/** Throws `DATA_FILE_INVALID` for numbers that count seconds or nanoseconds since 1970, or are hours `YYYYMMDDHH` or counts since another year. */
function refuseOtherCounts(texts: readonly string[], place: TimeColumn): void {
  const first = texts[0]!;
  const hours = new FormattedTimes("YYYYMMDDHH", zoneOf("UTC"));
  if (texts.every((text) => /^(?:19|20)\d{8}$/.test(text) && typeof hours.parse(text) === "number")) {
    const dates = [hours.parse(first) as number, Number(first) * 1000].map((instant) => formatDate(instant));
    throw unclearTime(place, first, dates, ["YYYYMMDDHH", "seconds"]);
  }
  const ticks = TICKS.find(({ least, most }) => Number(first) > least && Number(first) < most);
  if (ticks === undefined) return;
  const { file, column } = place;
  const message =
    `${columnText(column)} may count nanoseconds since 1970, or 100 nanoseconds since ${ticks.since}, was ${JSON.stringify(first)}. ` +
    "Use --date-format nanoseconds, or write the times as dates or as seconds since 1970";
  throw invalidFile(`${file},`, message, { file, column, was: first });
}

/** Creates the error for a first text that may be one of several times. */
function unclearTime(
  { file, column }: TimeColumn,
  first: string,
  times: readonly string[],
  formats: readonly string[],
  reason = "",
): Error {
  const message =
    `${columnText(column)} may be ${times.join(" or ")}, was ${JSON.stringify(first)}${reason}. ` +
    `Use ${formats.map((one) => `--date-format "${one}"`).join(" or ")}`;
  return invalidFile(`${file},`, message, { file, column, formats });
}

/** Creates the error for texts of which none has a known format. */
function unknownFormat(texts: readonly string[], { file, column }: TimeColumn): Error {
  const message =
    `${columnText(column)} has times in no known format, such as ${JSON.stringify(texts[0])}. ` +
    'State the format with --date-format, such as --date-format "DD/MM/YYYY HH:mm"';
  return invalidFile(`${file},`, message, { file, column, was: texts[0] });
}

/** Day number of 1970-01-01 in spreadsheets. */
const SPREADSHEET_1970 = 25_569;

/** Reads day numbers of a spreadsheet. Throws `DATA_FILE_INVALID` if they are before 1970, since they may be days since 1970 too. */
function daysReader(texts: readonly string[], zone: Zone, place: TimeColumn): TimeReader {
  if (texts.some((text) => Number(text) >= SPREADSHEET_1970)) return NUMBER_FORMATS["spreadsheet"]!(zone);
  const formats = ["spreadsheet", "days"];
  const dates = formats.map((one) => formatDate(NUMBER_FORMATS[one]!(zoneOf("UTC")).parse(texts[0]!) as number));
  throw unclearTime(place, texts[0]!, dates, formats);
}

/** Readers of times that are numbers, by the name of their format. */
const NUMBER_FORMATS: Readonly<Record<string, (zone: Zone) => TimeReader>> = {
  seconds: () => new EpochTimes("seconds", true),
  milliseconds: () => new EpochTimes("milliseconds", true),
  microseconds: () => new EpochTimes("microseconds", true),
  nanoseconds: () => new EpochTimes("nanoseconds", true),
  days: (zone) => new DayNumbers("days since 1970", 0, zone),
  spreadsheet: (zone) => new DayNumbers("days of a spreadsheet", SPREADSHEET_1970, zone),
  iso: (zone) => new IsoTimes(zone),
};

function readerOfFormat(format: string, zone: Zone): TimeReader {
  return Object.hasOwn(NUMBER_FORMATS, format) ? NUMBER_FORMATS[format]!(zone) : new FormattedTimes(format, zone);
}

/** Reads day numbers, with the time of day as a fraction, in a zone. */
class DayNumbers implements TimeReader {
  readonly usedZone = true;
  readonly format: string;
  readonly #of1970: number;
  readonly #zone: Zone;

  /** Creates a reader of numbers by their name and the number of 1970-01-01. */
  constructor(format: string, of1970: number, zone: Zone) {
    this.format = format;
    this.#of1970 = of1970;
    this.#zone = zone;
  }

  read(): number {
    return -1;
  }

  parse(text: string): number | string {
    const days = NUMBER_CELLS.parse(text);
    const since1970 = typeof days === "string" ? NaN : days - this.#of1970;
    if (!(since1970 >= FIRST_DAY && since1970 < LAST_DAY)) return `a day number, counted in ${this.format}`;
    // A fraction such as that of 09:30 is not exact in binary, so times are rounded to the second.
    const local = Math.round(since1970 * 86_400) * 1000;
    const instant = Number.isInteger(days) ? this.#zone.toInstantOrAfter(local) : this.#zone.toInstant(local);
    return Number.isNaN(instant) ? `a time that the clocks of ${this.#zone.name} show` : instant;
  }
}

/** Days from 1970-01-01 to 1899-12-30, the first day of spreadsheets, and to 10000-01-01. */
const FIRST_DAY = -SPREADSHEET_1970;
const LAST_DAY = 2_932_897;

/** Creates the reader for a column of dates that has a separate column of times of day. */
export function dateReaderFor(first: string, zone: Zone): TimeReader {
  return new PlainDates(/^\d{8}$/.test(first) ? "YYYYMMDD" : "YYYY-MM-DD", zone);
}

const LETTER_T = 0x54;
const LETTER_Z = 0x5a;

/** How a time states its offset from UTC. */
type ZoneSpelling = "no offset" | "Z" | "an offset";

/**
 * Reads ISO dates and times, as `parseInstant` does. Usual spellings are read from the bytes; `parseInstant` reads all others.
 * A column has offsets in all rows or in none, since times without one would be ambiguous next to times with one.
 */
class IsoTimes implements TimeReader {
  readonly format = "ISO 8601";
  /** Whether any time without an offset was read. */
  usedZone = false;
  readonly #zone: Zone;
  readonly #time: TimeOfDay = { end: 0, ms: 0 };
  #spelling: ZoneSpelling | undefined;

  constructor(zone: Zone) {
    this.#zone = zone;
  }

  read(view: DataView, at: number, out: Float64Array, row: number): number {
    const days = readDate(view, at, 1);
    if (days === NO_DATE) return -1;
    const date = days * DAY_MS;
    const mark = view.getUint8(at + 10);
    if (mark !== LETTER_T && mark !== SPACE) {
      if (!this.#hasSpelling("no offset")) return -1;
      this.usedZone = true;
      out[row] = this.#zone.toInstantOrAfter(date);
      return at + 10;
    }
    const time = this.#time;
    if (!readTimeOfDay(view, at + 11, time)) return -1;
    const local = date + time.ms;
    let end = time.end;
    const sign = view.getUint8(end);
    if (sign === LETTER_Z) {
      if (!this.#hasSpelling("Z")) return -1;
      out[row] = local;
      return end + 1;
    }
    if (sign === PLUS || sign === MINUS) {
      const hours = twoDigits(view, end + 1);
      const minutes = twoDigits(view, end + 4);
      if (hours < 0 || hours > 23 || view.getUint8(end + 3) !== COLON || minutes < 0 || minutes > 59) return -1;
      if (!this.#hasSpelling("an offset")) return -1;
      end += 6;
      const offset = (hours * 60 + minutes) * 60_000;
      out[row] = sign === PLUS ? local - offset : local + offset;
      return end;
    }
    if (!this.#hasSpelling("no offset")) return -1;
    this.usedZone = true;
    out[row] = this.#zone.toInstant(local);
    // A local time that does not exist because clocks go forward is NaN; the caller then calls `parse`, which describes the error.
    return out[row] === out[row] ? end : -1;
  }

  parse(text: string): number | string {
    try {
      const instant = parseInstant(text, this.#zone.name);
      const spelling = /[T ].*Z$/.test(text) ? "Z" : /[T ].*[+-][\d:]+$/.test(text) ? "an offset" : "no offset";
      if (!this.#hasSpelling(spelling)) return `a time with ${this.#spelling}, like the first time of its column`;
      if (spelling === "no offset") this.usedZone = true;
      return instant;
    } catch (error) {
      if (error instanceof HindcastError && typeof error.details["mustBe"] === "string") return error.details["mustBe"];
      throw error;
    }
  }

  #hasSpelling(spelling: ZoneSpelling): boolean {
    this.#spelling ??= spelling;
    return this.#spelling === spelling;
  }
}

/** Reads two digits as a number; −1 if either byte is not a digit. */
function twoDigits(view: DataView, at: number): number {
  const tens = view.getUint8(at) - ZERO;
  const ones = view.getUint8(at + 1) - ZERO;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : -1;
}

/** Reads `YYYY-MM-DD`, or `YYYYMMDD` if `separatorLength` is 0, as days since 1970; `NO_DATE` for anything else. */
function readDate(view: DataView, at: number, separatorLength: 0 | 1): number {
  const year = fourDigits(view, at);
  const month = twoDigits(view, at + 4 + separatorLength);
  const day = twoDigits(view, at + 6 + separatorLength + separatorLength);
  if (separatorLength === 1 && (view.getUint8(at + 4) !== MINUS || view.getUint8(at + 7) !== MINUS)) return NO_DATE;
  if (year < 0 || month < 1 || month > 12 || day < 1) return NO_DATE;
  if (day > 28 && day > daysInMonth(year, month)) return NO_DATE;
  return daysOfDate(year, month, day);
}

/** Value that `readDate` returns if there is no date: below the day number of every date from year 0 to 9999. */
const NO_DATE = -1_000_000;

/** A parsed time of day: its end in the text, and its milliseconds since midnight. */
export interface TimeOfDay {
  end: number;
  ms: number;
}

/**
 * Reads `HH:mm`, `HH:mm:ss` or `HH:mm:ss.sss` into `out`; false for anything else. Decimals after milliseconds must be zeros, up to nine
 * decimals in all.
 */
export function readTimeOfDay(view: DataView, at: number, out: TimeOfDay): boolean {
  const hours = twoDigits(view, at);
  const minutes = twoDigits(view, at + 3);
  if (hours < 0 || hours > 23 || view.getUint8(at + 2) !== COLON || minutes < 0 || minutes > 59) return false;
  let end = at + 5;
  let ms = (hours * 60 + minutes) * 60_000;
  if (view.getUint8(end) === COLON) {
    const seconds = twoDigits(view, end + 1);
    if (seconds < 0 || seconds > 59) return false;
    ms += seconds * 1000;
    end += 3;
    if (view.getUint8(end) === POINT) {
      let digitMs = 100;
      let digits = 0;
      for (let digit = view.getUint8(++end) - ZERO; digit >= 0 && digit <= 9; digit = view.getUint8(++end) - ZERO) {
        if (digits++ >= 3 && digit > 0) return false;
        ms += digit * digitMs;
        digitMs = digitMs === 1 ? 0 : digitMs / 10;
      }
      if (digits === 0 || digits > 9) return false;
    }
  }
  out.end = end;
  out.ms = ms;
  return true;
}

/** First and last millisecond of the years 1 to 9999. */
const FIRST_INSTANT = -62_135_596_800_000;
const LAST_INSTANT = 253_402_300_799_999;

export type EpochUnit = "seconds" | "milliseconds" | "microseconds" | "nanoseconds";

/** Reads times counted from 1970-01-01 UTC, in one unit throughout, as whole milliseconds. */
export class EpochTimes implements TimeReader {
  readonly usedZone = false;
  readonly unit: EpochUnit;
  readonly format: string;
  readonly #perSecond: number;
  readonly #isStated: boolean;

  /** Creates a reader. If the unit is not stated but found from the first time, counts that look like those of other units are refused. */
  constructor(unit: EpochUnit, isStated = false) {
    this.unit = unit;
    this.format = `${unit} since 1970`;
    this.#perSecond = { seconds: 1, milliseconds: 1e3, microseconds: 1e6, nanoseconds: 1e9 }[unit];
    this.#isStated = isStated;
  }

  read(view: DataView, at: number, out: Float64Array, row: number): number {
    const end = readDecimal(view, at, out, row);
    if (end < 0 || hasExponent(view, end)) return -1;
    const instant = this.#instant(out[row]!);
    if (typeof instant === "string") return -1;
    out[row] = instant;
    return end;
  }

  parse(text: string): number | string {
    const count = NUMBER_CELLS.parse(text);
    const [, decimals, exponent] = /(?:\.(\d*))?e\+?(\d+)$/i.exec(text) ?? [];
    // Spreadsheets and C print six or seven digits of a number: 1.70419E+12.
    const isShortened = exponent !== undefined && (decimals ?? "").length < Math.min(7, Number(exponent));
    if (isShortened) return "a count of time with all its digits";
    return this.instant(typeof count === "string" ? NaN : count);
  }

  /** Returns the instant of a count; for an invalid count, a description of a valid one. */
  instant(count: number): number | string {
    return Number.isFinite(count) ? this.#instant(count) : `a number of ${this.unit} since 1970`;
  }

  #instant(count: number): number | string {
    if (!this.#isStated && epochUnit(count) !== this.unit)
      return `a number of ${this.unit} since 1970, like the first row (if all rows have one unit, state it with --date-format)`;
    const exact = this.#perSecond === 1 ? count * 1000 : count / (this.#perSecond / 1000);
    const instant = Math.round(exact);
    // Decimal fractions of a second are not exact as doubles, so a small difference is accepted.
    if (Math.abs(exact - instant) > 0.0005) return `a number of ${this.unit} that is a whole number of milliseconds`;
    if (instant >= FIRST_INSTANT && instant <= LAST_INSTANT) return instant;
    return `a number of ${this.unit} since 1970 within the years 1 to 9999`;
  }
}

const LETTER_E = 0x65;

/** Whether the number before `end` has an exponent: an e, perhaps a sign, and at most two digits. */
function hasExponent(view: DataView, end: number): boolean {
  for (let at = end - 2; at >= Math.max(0, end - 4); at--) if ((view.getUint8(at) | 0x20) === LETTER_E) return true;
  return false;
}

/**
 * Returns the unit of a count: seconds below 10^11 (the year 5138), milliseconds below 10^14, microseconds below 10^17, else nanoseconds.
 * Milliseconds before March 1973 are therefore read as seconds; a file is refused if its times then lie after the year 9999.
 */
export function epochUnit(count: number): EpochUnit {
  const size = Math.abs(count);
  if (size < 1e11) return "seconds";
  return size < 1e14 ? "milliseconds" : size < 1e17 ? "microseconds" : "nanoseconds";
}
