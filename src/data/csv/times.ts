import { HindcastError } from "../../primitives/errors.ts";
import { DAY_MS, daysInMonth, daysOfDate } from "../../time/civil-date.ts";
import { parseDate, parseInstant } from "../../time/instant.ts";
import type { Zone } from "../../time/zone.ts";
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
class PlainDates implements CellReader {
  readonly usedZone = true;
  readonly #zone: Zone;
  readonly #separatorLength: 0 | 1;

  constructor(spelling: "YYYYMMDD" | "YYYY-MM-DD", zone: Zone) {
    this.#zone = zone;
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
interface TimeReader extends CellReader {
  readonly usedZone: boolean;
}

/**
 * Creates the reader for a column of times from its first value; all others must have the same spelling. Eight digits are a date
 * `YYYYMMDD`, any other number counts time since 1970, and anything else must be ISO.
 */
export function timeReaderFor(first: string, zone: Zone): TimeReader {
  if (/^\d{8}$/.test(first)) return new PlainDates("YYYYMMDD", zone);
  if (/^[+-]?\d+(?:\.\d*)?(?:e\+?\d+)?$/i.test(first)) return new EpochTimes(epochUnit(Number(first)));
  return new IsoTimes(zone);
}

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
class IsoTimes implements CellReader {
  /** Whether a time without an offset was read, which is interpreted in the zone. */
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

export type EpochUnit = "seconds" | "milliseconds" | "microseconds";

/** Reads times counted from 1970-01-01 UTC, in one unit throughout, as whole milliseconds. */
export class EpochTimes implements CellReader {
  readonly usedZone = false;
  readonly unit: EpochUnit;
  readonly #perSecond: number;

  constructor(unit: EpochUnit) {
    this.unit = unit;
    this.#perSecond = { seconds: 1, milliseconds: 1e3, microseconds: 1e6 }[unit];
  }

  read(view: DataView, at: number, out: Float64Array, row: number): number {
    const end = readDecimal(view, at, out, row);
    if (end < 0) return end;
    const instant = this.#instant(out[row]!);
    if (typeof instant === "string") return -1;
    out[row] = instant;
    return end;
  }

  parse(text: string): number | string {
    const count = NUMBER_CELLS.parse(text);
    return this.instant(typeof count === "string" ? NaN : count);
  }

  /** Returns the instant of a count; for an invalid count, a description of a valid one. */
  instant(count: number): number | string {
    return Number.isFinite(count) ? this.#instant(count) : `a number of ${this.unit} since 1970`;
  }

  #instant(count: number): number | string {
    const exact = this.#perSecond === 1 ? count * 1000 : count / (this.#perSecond / 1000);
    const instant = Math.round(exact);
    // Decimal fractions of a second are not exact as doubles, so a small difference is accepted.
    if (Math.abs(exact - instant) > 0.0005) return `a number of ${this.unit} that is a whole number of milliseconds`;
    if (instant >= FIRST_INSTANT && instant <= LAST_INSTANT) return instant;
    return `a number of ${this.unit} since 1970, like the first row, within the years 1 to 9999`;
  }
}

/**
 * Returns the unit of a column of counts from its first value: seconds below 10^11 (the year 5138), milliseconds below 10^14, else
 * microseconds. Milliseconds before March 1973 are therefore read as seconds; a file is refused if its times then lie after the year 9999.
 */
export function epochUnit(count: number): EpochUnit {
  const size = Math.abs(count);
  if (size < 1e11) return "seconds";
  return size < 1e14 ? "milliseconds" : "microseconds";
}

/** Reads times given as values, text or numbers; all must be of the same kind as the first. */
export class ValueTimes {
  readonly #reader: TimeReader;

  constructor(first: string | number, zone: Zone) {
    // A value that is a number is always a count since 1970; only text with eight digits is a date.
    this.#reader = typeof first === "number" ? new EpochTimes(epochUnit(first)) : timeReaderFor(first, zone);
  }

  /** Whether any time had no offset, and was read in the zone. */
  get usedZone(): boolean {
    return this.#reader.usedZone;
  }

  /** Unit of times that are numbers; undefined for text. */
  get unit(): EpochUnit | undefined {
    return this.#reader instanceof EpochTimes ? this.#reader.unit : undefined;
  }

  /** Returns the instant of a value; for an invalid value, a description of a valid one. */
  read(value: unknown): number | string {
    if (typeof value === "number")
      return this.#reader instanceof EpochTimes ? this.#reader.instant(value) : this.#reader.parse(String(value));
    return typeof value === "string" ? this.#reader.parse(value) : "a time";
  }
}
