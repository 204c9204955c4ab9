import { formatValue } from "../primitives/check.ts";
import { HindcastError } from "../primitives/errors.ts";
import { daysInMonth, daysOfDate } from "./civil-date.ts";
import { DAY_MS } from "./interval.ts";
import { LARGEST_INSTANT, zoneOf } from "./zone.ts";

const INSTANT_FORMAT =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(?:(Z)|([+-])(\d{2}):?(\d{2})?)?)?$/;

/**
 * Parses an instant and returns epoch milliseconds: `2020-02-28`, `2020-02-28T09:30`, `2020-02-28 09:30:00`, `2020-02-28T09:30:00.000Z`,
 * `2020-02-28T09:30:00-05:00`. A date without a time of day means its midnight.
 *
 * Without `Z` or an offset, the time is in `zone` (UTC by default). If clocks go back and show a time twice, the earlier instant is used; a
 * date whose midnight is skipped begins with its first hour. Throws `DATE_INVALID` for any other format, for a day or time that does not
 * exist (2021-02-30, 24:00, a leap second), and for a fraction finer than a millisecond. Also throws it for a time that the zone's clocks
 * skip. Throws `ZONE_UNKNOWN`.
 *
 * @example
 * parseInstant("2020-02-28T09:30", "America/New_York"); // 1582900200000
 */
export function parseInstant(text: string, zone = "UTC"): number {
  const match = INSTANT_FORMAT.exec(text);
  if (match === null) {
    throw invalid("YYYY-MM-DD or YYYY-MM-DDTHH:mm[:ss[.sss]], with or without Z or an offset", text);
  }
  const [, year, month, day, hours, minutes, seconds, fraction, utc, sign, offsetHours, offsetMinutes] = match;
  const date = dateMs(Number(year), Number(month), Number(day), text);
  if (hours === undefined) return zone === "UTC" ? date : zoneOf(zone).toInstantOrAfter(date);
  const local = date + timeOfDay(hours, minutes, seconds, fraction, text);
  if (utc !== undefined) return local;
  if (sign !== undefined) {
    const offset = timeOfDay(offsetHours, offsetMinutes, undefined, undefined, text);
    return sign === "+" ? local - offset : local + offset;
  }
  if (zone === "UTC") return local;
  const instant = zoneOf(zone).toInstant(local);
  if (Number.isNaN(instant)) {
    throw invalid(`a time that the clocks of ${zone} show, not one that they skip when they go forward`, text, {
      zone,
    });
  }
  return instant;
}

/**
 * Parses a date `YYYY-MM-DD` and returns its midnight UTC, epoch milliseconds. Throws `DATE_INVALID` unless the date exists.
 *
 * @example
 * parseDate("2020-02-29"); // 1582934400000
 */
export function parseDate(text: string): number {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (match === null) throw invalid("a date YYYY-MM-DD", text);
  return dateMs(Number(match[1]), Number(match[2]), Number(match[3]), text);
}

/**
 * Returns the UTC date at an instant, as `YYYY-MM-DD`. Throws `DATE_INVALID` for an invalid instant. For the date in a zone, use
 * `zoneOf(zone).date(instant)`.
 */
export function formatDate(instant: number): string {
  return dayText(instant).slice(0, -1);
}

/** Formats an instant as `YYYY-MM-DDTHH:mm:ss.sssZ`. Throws `DATE_INVALID` if the number is not a valid instant. */
export function formatInstant(instant: number): string {
  if (instant === lastFormatted) return lastText;
  const day = dayText(instant);
  const ms = Math.trunc(instant) - lastDay * DAY_MS;
  const [hours, minutes] = [Math.floor(ms / 3_600_000), Math.floor(ms / 60_000) % 60];
  const [seconds, rest] = [Math.floor(ms / 1000) % 60, ms % 1000];
  lastFormatted = instant;
  return (lastText = `${day}${TWO_DIGITS[hours]}:${TWO_DIGITS[minutes]}:${TWO_DIGITS[seconds]}.${TWO_DIGITS[Math.floor(rest / 10)]}${rest % 10}Z`);
}

/** The instant formatted last, cached with its text: the same instant is often formatted many times in a row. */
let lastFormatted = NaN;
let lastText = "";
/** The day formatted last, cached with its text: consecutive instants are mostly on the same day. */
let lastDay = NaN;
let lastDayText = "";
const TWO_DIGITS = Array.from({ length: 100 }, (_, number) => String(number).padStart(2, "0"));

/** Returns the date at an instant as text that ends with `T`, such as `2020-02-28T`. */
function dayText(instant: number): string {
  if (!(Math.abs(instant) <= LARGEST_INSTANT))
    throw new HindcastError("DATE_INVALID", `instant must be within the range of dates, was ${instant}`, { instant });
  const day = Math.floor(Math.trunc(instant) / DAY_MS);
  if (day !== lastDay) {
    lastDay = day;
    lastDayText = new Date(day * DAY_MS).toISOString().slice(0, -13);
  }
  return lastDayText;
}

function dateMs(year: number, month: number, day: number, text: string): number {
  if (month < 1 || month > 12) throw invalid("a date with a month from 01 to 12", text);
  const last = daysInMonth(year, month);
  if (day < 1 || day > last) throw invalid(`a date that exists, ${text.slice(0, 7)} has days 01 to ${last}`, text);
  return daysOfDate(year, month, day) * DAY_MS;
}

function timeOfDay(hours = "00", minutes = "00", seconds = "00", fraction = "", text: string): number {
  if (hours > "23") throw invalid("a time with hours from 00 to 23", text);
  if (minutes > "59") throw invalid("a time with minutes from 00 to 59", text);
  if (seconds > "59") throw invalid("a time with seconds from 00 to 59", text);
  if (/[^0]/.test(fraction.slice(3))) throw invalid("a time in whole milliseconds", text);
  const wholeSeconds = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  return wholeSeconds * 1000 + Number(fraction.slice(0, 3).padEnd(3, "0"));
}

function invalid(mustBe: string, was: unknown, more: Readonly<Record<string, unknown>> = {}): HindcastError {
  // Shown as "a Date", since the text of a Date would look like a valid time.
  const found = was instanceof Date ? "a Date" : formatValue(was);
  return new HindcastError("DATE_INVALID", `time must be ${mustBe}, was ${found}`, { mustBe, was, ...more });
}
