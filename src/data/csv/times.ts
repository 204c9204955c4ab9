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

/** Dates and nothing else, `20200228` or `2020-02-28`, one spelling throughout: midnights of the zone. */
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
      // Such as 30 February: said below in the spelling of the file.
    }
    return `a date ${this.#separatorLength === 0 ? "YYYYMMDD" : "YYYY-MM-DD"} that exists`;
  }
}

/** Reads a column of times, and knows whether any of them was a time of the zone. */
interface TimeReader extends CellReader {
  readonly usedZone: boolean;
}

/**
 * How a file spells its times, from the first of them; every other must be spelled so too. Eight digits are a date
 * `YYYYMMDD`, any other number a count since 1970, anything else must be ISO.
 */
export function timeReaderFor(first: string, zone: Zone): TimeReader {
  if (/^\d{8}$/.test(first)) return new PlainDates("YYYYMMDD", zone);
  if (/^[+-]?\d+(?:\.\d*)?(?:e\+?\d+)?$/i.test(first)) return new EpochTimes(epochUnit(Number(first)));
  return new IsoTimes(zone);
}

/** The same for a column of dates beside one of times of day. */
export function dateReaderFor(first: string, zone: Zone): TimeReader {
  return new PlainDates(/^\d{8}$/.test(first) ? "YYYYMMDD" : "YYYY-MM-DD", zone);
}

const LETTER_T = 0x54;
const LETTER_Z = 0x5a;

/** How a time says its zone. */
type ZoneSpelling = "no offset" | "Z" | "an offset";

/**
 * Dates and times as `parseInstant` has them. The usual spellings are read from the bytes; that function decides about
 * everything else. A column says its zone in one way throughout: where some times have an offset and some have none, nobody
 * knows what the others mean.
 */
class IsoTimes implements CellReader {
  /** Whether any time was read that did not say its offset. */
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
    // A time that the zone's clocks skip is not a number.
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

/** The number that two digits make; −1 where there are no two digits. */
function twoDigits(view: DataView, at: number): number {
  const tens = view.getUint8(at) - ZERO;
  const ones = view.getUint8(at + 1) - ZERO;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : -1;
}

/** Days since 1970 of `YYYY-MM-DD`, or of `YYYYMMDD` where `gap` is 0; `NO_DATE` where there is no date. */
function readDate(view: DataView, at: number, separatorLength: 0 | 1): number {
  const year = fourDigits(view, at);
  const month = twoDigits(view, at + 4 + separatorLength);
  const day = twoDigits(view, at + 6 + separatorLength + separatorLength);
  if (separatorLength === 1 && (view.getUint8(at + 4) !== MINUS || view.getUint8(at + 7) !== MINUS)) return NO_DATE;
  if (year < 0 || month < 1 || month > 12 || day < 1) return NO_DATE;
  if (day > 28 && day > daysInMonth(year, month)) return NO_DATE;
  return daysOfDate(year, month, day);
}

/** Below the days of every date of the years 0 to 9999. */
const NO_DATE = -1_000_000;

/** Where a time of day ended and how much it was. */
export interface TimeOfDay {
  end: number;
  ms: number;
}

/** Reads `HH:mm`, `HH:mm:ss` or `HH:mm:ss.sss` (as many zeros after as you like, to nine digits) into `out`; false where there is none. */
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

/** Times counted from 1970-01-01 UTC, in one unit throughout. They are kept in whole milliseconds. */
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

  /** The instant of a count, or what it must be. */
  instant(count: number): number | string {
    return Number.isFinite(count) ? this.#instant(count) : `a number of ${this.unit} since 1970`;
  }

  #instant(count: number): number | string {
    const exact = this.#perSecond === 1 ? count * 1000 : count / (this.#perSecond / 1000);
    const instant = Math.round(exact);
    // Seconds with a fraction are not exact in binary.
    if (Math.abs(exact - instant) > 0.0005) return `a number of ${this.unit} that makes whole milliseconds`;
    if (instant >= FIRST_INSTANT && instant <= LAST_INSTANT) return instant;
    return `a number of ${this.unit} since 1970 within the years 1 to 9999, as the first row is`;
  }
}

/**
 * The unit of a file whose first time is this number: seconds below 100 thousand million (the year 5138), milliseconds
 * below 100 million million, else microseconds. A file of milliseconds that begins before March 1973 is taken for seconds,
 * and refused where its times then pass the year 9999.
 */
export function epochUnit(count: number): EpochUnit {
  const size = Math.abs(count);
  if (size < 1e11) return "seconds";
  return size < 1e14 ? "milliseconds" : "microseconds";
}

/** Reads times that a file holds as values, texts or numbers: all as its first one is. */
export class ValueTimes {
  readonly #reader: TimeReader;

  constructor(first: string | number, zone: Zone) {
    // A number is always a count, be it one of eight digits.
    this.#reader = typeof first === "number" ? new EpochTimes(epochUnit(first)) : timeReaderFor(first, zone);
  }

  /** Whether any time was one of the zone, for want of an offset. */
  get usedZone(): boolean {
    return this.#reader.usedZone;
  }

  /** The unit of times that are counts. */
  get unit(): EpochUnit | undefined {
    return this.#reader instanceof EpochTimes ? this.#reader.unit : undefined;
  }

  /** The instant, or what a time must be. */
  read(value: unknown): number | string {
    if (typeof value === "number")
      return this.#reader instanceof EpochTimes ? this.#reader.instant(value) : this.#reader.parse(String(value));
    return typeof value === "string" ? this.#reader.parse(value) : "a time";
  }
}
