import type { Calendar } from "./calendar.ts";
import { DAY_MS, dateOfDays, daysInMonth, daysOfDate } from "./civil-date.ts";
import { type Period, type PeriodLength, parsePeriod } from "./period.ts";
import { zoneOf } from "./zone.ts";

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
