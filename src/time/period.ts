import { parameterError } from "../primitives/check.ts";
import type { Calendar } from "./calendar.ts";
import { dateOfDays, DAY_MS, daysInMonth, daysOfDate } from "./civil-date.ts";
import { zoneOf } from "./zone.ts";

/** Name of a period of history that ends at the current time, such as `1mo`. */
export type Period = "1d" | "5d" | "1mo" | "3mo" | "6mo" | "1y" | "2y" | "5y" | "10y" | "ytd" | "max";

/** All named periods. `ytd` begins on 1 January of the current year at the exchange, `max` at the first record. */
export const PERIODS: readonly Period[] = Object.freeze([
  "1d",
  "5d",
  "1mo",
  "3mo",
  "6mo",
  "1y",
  "2y",
  "5y",
  "10y",
  "ytd",
  "max",
]);

/** Length of a period, in sessions, calendar days or calendar months; or its start, 1 January or the first record. */
export type PeriodLength =
  | { readonly sessions: number }
  | { readonly days: number }
  | { readonly months: number }
  | { readonly since: "year" | "always" };

/** Returns the value if it is a period. Throws `PARAMETER_OUT_OF_RANGE`: `period must be one of 1d, 5d, …, was "30d"`. */
export function checkPeriod(value: unknown): Period {
  if ((PERIODS as readonly unknown[]).includes(value)) return value as Period;
  throw parameterError("period", `one of ${PERIODS.join(", ")}`, value);
}

/** Returns the length of a period. `1d` and `5d` are sessions; a year has twelve months. */
export function periodLength(period: Period): PeriodLength {
  if (period === "ytd") return { since: "year" };
  return period === "max" ? { since: "always" } : counted(period);
}

/**
 * Parses a period of any length, such as `30d`, `2wk` or `18mo`: a number from 1 to 9999 and `d` (sessions), `wk`, `mo` or `y`.
 * Also accepts every name in `PERIODS`. Throws `PARAMETER_OUT_OF_RANGE`.
 *
 * @example
 * parsePeriod("30d"); // { sessions: 30 }
 */
export function parsePeriod(text: string): PeriodLength {
  if ((PERIODS as readonly string[]).includes(text)) return periodLength(text as Period);
  if (typeof text === "string" && /^[1-9]\d{0,3}(?:d|wk|mo|y)$/.test(text)) return counted(text);
  throw parameterError("period", "a number from 1 to 9999 followed by d, wk, mo or y; or ytd or max", text);
}

function counted(period: string): PeriodLength {
  const count = Number.parseInt(period, 10);
  if (period.endsWith("mo")) return { months: count };
  if (period.endsWith("wk")) return { days: count * 7 };
  return period.endsWith("y") ? { months: count * 12 } : { sessions: count };
}

/**
 * Returns the first date of a period that ends at `now`, in days since 1970-01-01; -Infinity for `max`. Bars whose session has this
 * or a later date belong to the period.
 *
 * Sessions count back from the last one that opened at or before `now`, including one in progress. Weeks, months and years
 * count back from the date in the calendar's time zone; a day that the earlier month lacks becomes its last day.
 * Throws `PARAMETER_OUT_OF_RANGE` if the text is not a period.
 *
 * @example
 * periodStartDay("1mo", Date.UTC(2020, 2, 31, 20), calendarOf("XNYS")); // 18321: 2020-02-29
 */
export function periodStartDay(period: Period | PeriodLength, now: number, calendar: Calendar, knownAt = now): number {
  const length = typeof period === "string" ? parsePeriod(period) : period;
  if ("sessions" in length) return sessionsBack(length.sessions, now, calendar, knownAt);
  if ("since" in length && length.since === "always") return -Infinity;
  const today = Math.floor(zoneOf(calendar.zone).toLocal(now) / DAY_MS);
  if ("days" in length) return today - length.days;
  const { year, month, day } = dateOfDays(today);
  if ("since" in length) return daysOfDate(year, 1, 1);
  const months = year * 12 + month - 1 - length.months;
  const startYear = Math.floor(months / 12);
  if (startYear < 1) return -Infinity;
  const startMonth = months - startYear * 12 + 1;
  return daysOfDate(startYear, startMonth, Math.min(day, daysInMonth(startYear, startMonth)));
}

/**
 * Returns the instant at which the first date of a period begins; -Infinity for `max`. That is midnight in the calendar's time zone, or the
 * start of its session if that is on the previous evening.
 */
export function periodStart(period: Period | PeriodLength, now: number, calendar: Calendar, knownAt = now): number {
  const day = periodStartDay(period, now, calendar, knownAt);
  if (day === -Infinity) return day;
  const midnight = zoneOf(calendar.zone).toInstantOrAfter(day * DAY_MS);
  return Math.min(midnight, calendar.session(day, knownAt)?.preOpen ?? midnight);
}

/** Returns the date of the first of the last `count` sessions up to `now`; -Infinity if there are fewer. */
function sessionsBack(count: number, now: number, calendar: Calendar, knownAt: number): number {
  let session = calendar.lastSession(now, knownAt);
  for (let back = 1; back < count && session !== undefined; back++) {
    session = calendar.lastSession(session.open - 1, knownAt);
  }
  return session?.date ?? -Infinity;
}
