import { formatValue } from "../primitives/check.ts";
import { HindcastError } from "../primitives/errors.ts";
import { addMonths, DAY_MS, dateOfDays, daysOfDate } from "./civil-date.ts";
import { type Zone, zoneOf } from "./zone.ts";

/**
 * Name of the length of a bar: a whole number of seconds, minutes or hours shorter than a day, such as `15s`, `3m` or `2h`, or one of `1d`,
 * `5d` (sessions), `1wk`, `1mo` and `3mo`. Names of equal length, such as `60m` and `1h`, are the same interval.
 */
export type Interval = "1d" | "5d" | "1wk" | "1mo" | "3mo" | `${number}s` | `${number}m` | `${number}h`;

export { DAY_MS };

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Length of an interval in milliseconds, calendar days or calendar months. */
type Length = { readonly ms: number } | { readonly days: number } | { readonly months: number };

const UNITS: Readonly<Record<string, number>> = { s: SECOND_MS, m: MINUTE_MS, h: HOUR_MS };

/** Lengths by name. Names of seconds, minutes and hours are added when they are first used, so that no loop parses them. */
const lengths = new Map<unknown, Length>([
  ["1d", { days: 1 }],
  ["5d", { days: 5 }],
  ["1wk", { days: 7 }],
  ["1mo", { months: 1 }],
  ["3mo", { months: 3 }],
]);

/** Common intervals: those that price APIs usually offer. Any whole number of seconds, minutes or hours below a day is an interval too. */
export const INTERVALS: readonly Interval[] = Object.freeze([
  "1m",
  "2m",
  "5m",
  "15m",
  "30m",
  "60m",
  "90m",
  "1h",
  "4h",
  "1d",
  "5d",
  "1wk",
  "1mo",
  "3mo",
] as const);

/** Regular expression of all intervals, for schemas: up to 86399s, 1439m and 23h, which are shorter than a day. */
export const INTERVAL_PATTERN = `^(?:${[
  "(?:[1-9]\\d{0,3}|[1-7]\\d{4}|8[0-5]\\d{3}|86[0-3]\\d{2})s",
  "(?:[1-9]\\d{0,2}|1[0-3]\\d{2}|14[0-3]\\d)m",
  "(?:[1-9]|1\\d|2[0-3])h",
  "1d|5d|1wk|1mo|3mo",
].join("|")})$`;

/** What the names of intervals look like, for messages and help. */
export const INTERVAL_FORMS =
  "a whole number of seconds, minutes or hours below a day, such as 15s, 3m or 2h, or one of 1d, 5d, 1wk, 1mo, 3mo";

const INTRADAY = /^([1-9]\d{0,4})([smh])$/;

function findLength(value: unknown): Length | undefined {
  const known = lengths.get(value);
  if (known !== undefined || typeof value !== "string") return known;
  const [, count, unit] = INTRADAY.exec(value) ?? [];
  const ms = Number(count) * UNITS[unit!]!;
  if (!(ms < DAY_MS)) return undefined;
  const length = { ms };
  lengths.set(value, length);
  return length;
}

export function isInterval(value: unknown): value is Interval {
  return findLength(value) !== undefined;
}

/** Returns the value if it is an interval. Throws `INTERVAL_UNKNOWN`: `interval must be a whole number of seconds, …, was "1w"`. */
export function checkInterval(value: unknown): Interval {
  lengthOf(value as Interval);
  return value as Interval;
}

/** Returns the length of an interval. Throws `INTERVAL_UNKNOWN`, since untyped programs may pass anything. */
function lengthOf(interval: Interval): Length {
  const length = lengths.get(interval) ?? findLength(interval);
  if (length !== undefined) return length;
  throw new HindcastError("INTERVAL_UNKNOWN", `interval must be ${INTERVAL_FORMS}, was ${formatValue(interval)}`, {
    interval,
    known: INTERVALS,
  });
}

/** Returns whether bars of an interval last a day or longer. */
export function isDailyOrLonger(interval: Interval): boolean {
  return !("ms" in lengthOf(interval));
}

/**
 * Returns the end of the bar that starts at `startMs`, epoch milliseconds: the first instant after the bar.
 *
 * Seconds, minutes and hours are fixed lengths. Days, weeks and months are counted in `zone`, at the same time of day: if clocks change, a
 * day has 23 or 25 hours. Without a zone they are counted in UTC, where a day always has 24 hours. A month ends on the same day of the next
 * month, and the last day of a month stays the last. Months stamped with a midnight east of Greenwich (30 November 13:00 UTC) are therefore
 * correct without their zone.
 *
 * A week stamped with its Tuesday would end after the next week starts. Callers that know the next bar must use its start as the end if it
 * is earlier. Throws `ZONE_UNKNOWN` for an unknown zone.
 *
 * @example
 * intervalEnd("1d", Date.UTC(2020, 2, 8, 5), "America/New_York"); // 2020-03-09T04:00Z, 23 hours later
 */
export function intervalEnd(interval: Interval, startMs: number, zone?: string): number {
  const length = lengthOf(interval);
  if ("ms" in length) return startMs + length.ms;
  if (zone === undefined || zone === "UTC") return localEnd(length, startMs);
  const clock: Zone = zoneOf(zone);
  return clock.toInstantOrAfter(localEnd(length, clock.toLocal(startMs)));
}

/** Returns the length of a bar of an interval in UTC, in milliseconds; undefined for months, which differ in length. */
export function fixedLength(interval: Interval): number | undefined {
  const length = lengthOf(interval);
  if ("ms" in length) return length.ms;
  return "days" in length ? length.days * DAY_MS : undefined;
}

/** Returns the shortest length of a bar of an interval, in milliseconds: that of a month is 28 days. */
export function shortestLength(interval: Interval): number {
  const length = lengthOf(interval);
  if ("ms" in length) return length.ms;
  return ("days" in length ? length.days : length.months * 28) * DAY_MS;
}

/** Compares two intervals by their lengths, for sorting from short to long; 0 for the same interval, also by another name. */
export function compareIntervals(a: Interval, b: Interval): number {
  return shortestLength(a) - shortestLength(b);
}

/** Returns whether two names mean the same interval, such as `60m` and `1h`. */
export function isSameInterval(a: Interval, b: Interval): boolean {
  return compareIntervals(a, b) === 0;
}

/** Returns all names of an interval, such as `60m`, `1h` and `3600s`. */
export function namesOf(interval: Interval): readonly Interval[] {
  const length = lengthOf(interval);
  if (!("ms" in length)) return [interval];
  return Object.entries(UNITS).flatMap(([unit, ms]) =>
    length.ms % ms === 0 ? [`${length.ms / ms}${unit}` as Interval] : [],
  );
}

/** Returns the name that a list has for an interval, such as `1h` for `60m`; undefined if the list does not have the interval. */
export function nameAmong(intervals: readonly Interval[], interval: Interval): Interval | undefined {
  return intervals.find((one) => isSameInterval(one, interval));
}

/** Returns the intervals that all lists have, from short to long, with the names of the first list. */
export function commonIntervals([first = [], ...others]: readonly (readonly Interval[])[]): readonly Interval[] {
  return first.filter((one) => others.every((list) => nameAmong(list, one) !== undefined)).toSorted(compareIntervals);
}

/**
 * Returns the interval of a length in milliseconds, in the largest unit that gives a whole number, such as `1h`, `90m` or `15s`; undefined
 * for parts of a second, and for a day or longer.
 */
export function intradayInterval(ms: number): Interval | undefined {
  if (!(ms > 0 && ms < DAY_MS) || ms % SECOND_MS !== 0) return undefined;
  if (ms % HOUR_MS === 0) return `${ms / HOUR_MS}h`;
  return ms % MINUTE_MS === 0 ? `${ms / MINUTE_MS}m` : `${ms / SECOND_MS}s`;
}

/** Returns the usual name of an interval, the same for all its names: `1h` for `60m`. For keys of maps. */
export function usualName(interval: Interval): Interval {
  const length = lengthOf(interval);
  return "ms" in length ? intradayInterval(length.ms)! : interval;
}

function localEnd(length: Exclude<Length, { readonly ms: number }>, start: number): number {
  if ("days" in length) return start + length.days * DAY_MS;
  const days = Math.floor(start / DAY_MS);
  const { year, month, day } = addMonths(dateOfDays(days), length.months);
  return start + (daysOfDate(year, month, day) - days) * DAY_MS;
}
