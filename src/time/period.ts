import { parameterError } from "../primitives/check.ts";
import type { Calendar } from "./calendar.ts";
import { dateOfDays, DAY_MS, daysInMonth, daysOfDate } from "./civil-date.ts";
import { zoneOf } from "./zone.ts";

/** A stretch of history that ends now. */
export type Period = "1d" | "5d" | "1mo" | "3mo" | "6mo" | "1y" | "2y" | "5y" | "10y" | "ytd" | "max";

/** Every period, from short to long; `ytd` begins on 1 January of the exchange's date. */
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

/** How far back a period goes: sessions, days of the calendar, months of the calendar, to 1 January, or to the first record. */
export type PeriodLength =
  | { readonly sessions: number }
  | { readonly days: number }
  | { readonly months: number }
  | { readonly since: "year" | "always" };

/** The value, if it is a period. Throws PARAMETER_OUT_OF_RANGE: `period must be one of 1d, 5d, …, was "30d"`. */
export function checkPeriod(value: unknown): Period {
  if ((PERIODS as readonly unknown[]).includes(value)) return value as Period;
  throw parameterError("period", `one of ${PERIODS.join(", ")}`, value);
}

/** How far back a period goes. `1d` and `5d` are sessions, a year has twelve months. */
export function periodLength(period: Period): PeriodLength {
  if (period === "ytd") return { since: "year" };
  return period === "max" ? { since: "always" } : counted(period);
}

/**
 * How far back a period of any length goes, such as `30d`, `2wk` or `18mo`: a number of 1 to 9999 and `d` (sessions), `wk`, `mo` or `y`;
 * and those of `PERIODS`. Throws PARAMETER_OUT_OF_RANGE.
 *
 * @example
 * parsePeriod("30d"); // { sessions: 30 }
 */
export function parsePeriod(text: string): PeriodLength {
  if ((PERIODS as readonly string[]).includes(text)) return periodLength(text as Period);
  if (typeof text === "string" && /^[1-9]\d{0,3}(?:d|wk|mo|y)$/.test(text)) return counted(text);
  throw parameterError("period", "a number from 1 to 9999 with d, wk, mo or y, or ytd or max", text);
}

function counted(period: string): PeriodLength {
  const count = Number.parseInt(period, 10);
  if (period.endsWith("mo")) return { months: count };
  if (period.endsWith("wk")) return { days: count * 7 };
  return period.endsWith("y") ? { months: count * 12 } : { sessions: count };
}

/**
 * The first date of a period that ends now, in days since 1970-01-01; -Infinity for `max`. Bars whose session has this date or a later one
 * belong to the period.
 *
 * Sessions are counted back from the last one whose open is at or before now, the one that trades included. Weeks, months and years
 * are counted back from the date of now on the calendar's clocks; a day that the earlier month does not have becomes its last.
 * Throws PARAMETER_OUT_OF_RANGE for a text that is no period.
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
 * The instant at which that date begins: its midnight on the calendar's clocks, or the begin of its session when that is on the evening
 * before. -Infinity for `max`.
 */
export function periodStart(period: Period | PeriodLength, now: number, calendar: Calendar, knownAt = now): number {
  const day = periodStartDay(period, now, calendar, knownAt);
  if (day === -Infinity) return day;
  const midnight = zoneOf(calendar.zone).toInstantOrAfter(day * DAY_MS);
  return Math.min(midnight, calendar.session(day, knownAt)?.preOpen ?? midnight);
}

/** Fewer where the market has fewer; a market that never had a session has none to leave out. */
function sessionsBack(count: number, now: number, calendar: Calendar, knownAt: number): number {
  let session = calendar.lastSession(now, knownAt);
  for (let back = 1; back < count && session !== undefined; back++) {
    session = calendar.lastSession(session.open - 1, knownAt);
  }
  return session?.date ?? -Infinity;
}
