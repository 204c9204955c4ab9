import type { Calendar } from "../../time/calendar.ts";
import { dateOfDays, daysOfDate } from "../../time/civil-date.ts";

const WEEKS = 4;
const MONTHS = 4;
/** 1970-01-01 was a Thursday, so a Friday has the remainder 1. */
const FRIDAY = 1;

/**
 * When options expire that are listed on a date, in days since 1970-01-01, rising: the next Fridays, and the third Fridays of the next
 * months; the last session before, where the exchange is closed on a Friday.
 */
export function expirationsOn(calendar: Calendar, day: number): number[] {
  const friday = day + ((FRIDAY - (day % 7) + 7) % 7);
  const dates = new Set<number>();
  for (let week = 0; week < WEEKS; week++) dates.add(friday + 7 * week);
  const { year, month } = dateOfDays(day);
  for (let ahead = 0; ahead < MONTHS; ahead++) {
    const at = year * 12 + month - 1 + ahead;
    dates.add(thirdFriday(Math.floor(at / 12), (at % 12) + 1));
  }
  const sessions = [...dates].map((date) => sessionOnOrBefore(calendar, date));
  return [...new Set(sessions)].filter((date) => date >= day).toSorted((a, b) => a - b);
}

function thirdFriday(year: number, month: number): number {
  const first = daysOfDate(year, month, 1);
  return first + ((FRIDAY - (first % 7) + 7) % 7) + 14;
}

function sessionOnOrBefore(calendar: Calendar, day: number): number {
  let date = day;
  while (calendar.session(date) === undefined && date > day - 7) date--;
  return date;
}
