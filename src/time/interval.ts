import { formatValue } from "../primitives/check.ts";
import { HindcastError } from "../primitives/errors.ts";
import { addMonths, DAY_MS, dateOfDays, daysOfDate } from "./civil-date.ts";
import { type Zone, zoneOf } from "./zone.ts";

/** Name of the length of a bar, such as `1d`. */
export type Interval =
  | "1m"
  | "2m"
  | "5m"
  | "15m"
  | "30m"
  | "60m"
  | "90m"
  | "1h"
  | "4h"
  | "1d"
  | "5d"
  | "1wk"
  | "1mo"
  | "3mo";

export { DAY_MS };

/** Length of an interval in minutes, calendar days or calendar months. */
type Length = { readonly minutes: number } | { readonly days: number } | { readonly months: number };

const LENGTHS: Readonly<Record<Interval, Length>> = {
  "1m": { minutes: 1 },
  "2m": { minutes: 2 },
  "5m": { minutes: 5 },
  "15m": { minutes: 15 },
  "30m": { minutes: 30 },
  "60m": { minutes: 60 },
  "90m": { minutes: 90 },
  "1h": { minutes: 60 },
  "4h": { minutes: 240 },
  "1d": { days: 1 },
  "5d": { days: 5 },
  "1wk": { days: 7 },
  "1mo": { months: 1 },
  "3mo": { months: 3 },
};

/** All intervals, from the shortest to the longest. */
export const INTERVALS = Object.freeze(Object.keys(LENGTHS)) as readonly Interval[];

export function isInterval(value: unknown): value is Interval {
  return typeof value === "string" && Object.hasOwn(LENGTHS, value);
}

/** Returns the value if it is an interval. Throws `INTERVAL_UNKNOWN`: `interval must be one of 1m, 2m, …, was "1w"`. */
export function checkInterval(value: unknown): Interval {
  if (isInterval(value)) return value;
  throw new HindcastError(
    "INTERVAL_UNKNOWN",
    `interval must be one of ${INTERVALS.join(", ")}, was ${formatValue(value)}`,
    {
      interval: value,
      known: INTERVALS,
    },
  );
}

/** Returns the length of an interval. Throws `INTERVAL_UNKNOWN`, since untyped programs may pass anything. */
function lengthOf(interval: Interval): Length {
  return LENGTHS[checkInterval(interval)];
}

/** Returns whether bars of an interval last a day or longer. */
export function isDailyOrLonger(interval: Interval): boolean {
  return !("minutes" in lengthOf(interval));
}

/**
 * Returns the end of the bar that starts at `startMs`, epoch milliseconds: the first instant after the bar.
 *
 * Minutes and hours are fixed lengths. Days, weeks and months are counted in `zone`, at the same time of day: if clocks change, a day has
 * 23 or 25 hours. Without a zone they are counted in UTC, where a day always has 24 hours. A month ends on the same day of the next month,
 * and the last day of a month stays the last. Months stamped with a midnight east of Greenwich (30 November 13:00 UTC) are therefore
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
  if ("minutes" in length) return startMs + length.minutes * 60_000;
  if (zone === undefined || zone === "UTC") return localEnd(length, startMs);
  const clock: Zone = zoneOf(zone);
  return clock.toInstantOrAfter(localEnd(length, clock.toLocal(startMs)));
}

/** Returns the length of a bar of an interval in UTC, in milliseconds; undefined for months, which differ in length. */
export function fixedLength(interval: Interval): number | undefined {
  const length = lengthOf(interval);
  if ("minutes" in length) return length.minutes * 60_000;
  return "days" in length ? length.days * DAY_MS : undefined;
}

function localEnd(length: Length, start: number): number {
  if ("days" in length) return start + length.days * DAY_MS;
  const days = Math.floor(start / DAY_MS);
  const { year, month, day } = addMonths(dateOfDays(days), "months" in length ? length.months : 0);
  return start + (daysOfDate(year, month, day) - days) * DAY_MS;
}
