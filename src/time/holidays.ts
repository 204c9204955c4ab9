import { daysInMonth, daysOfDate } from "./civil-date.ts";

/** Returns the weekday of a day since 1970-01-01: 0 for Sunday to 6 for Saturday. */
export function weekdayOf(day: number): number {
  return (((day + 4) % 7) + 7) % 7;
}

/** Returns the year of a day since 1970-01-01, from 0 to 9999. */
export function yearOfDay(day: number): number {
  const year = 1970 + Math.floor(day / 365.2425);
  if (day < daysOfDate(year, 1, 1)) return year - 1;
  return day < daysOfDate(year + 1, 1, 1) ? year : year + 1;
}

/** Returns the day of the nth Monday, or other weekday, of a month. A negative `nth` counts from the end: -1 is the last. */
export function nthWeekday(year: number, month: number, weekday: number, nth: number): number {
  if (nth > 0) {
    const first = daysOfDate(year, month, 1);
    return first + ((weekday - weekdayOf(first) + 7) % 7) + (nth - 1) * 7;
  }
  const last = daysOfDate(year, month, daysInMonth(year, month));
  return last - ((weekdayOf(last) - weekday + 7) % 7) + (nth + 1) * 7;
}

/** Returns a day, or the Monday after it if the day is a Sunday. */
export function sundayToMonday(day: number): number {
  return weekdayOf(day) === 0 ? day + 1 : day;
}

/** Returns a day, or the nearest weekday: the Friday before a Saturday, the Monday after a Sunday. */
export function nearestWeekday(day: number): number {
  return weekdayOf(day) === 6 ? day - 1 : sundayToMonday(day);
}

/** Returns a day, or the Friday before it if the day is on a weekend. */
export function fridayBefore(day: number): number {
  const weekday = weekdayOf(day);
  if (weekday === 6) return day - 1;
  return weekday === 0 ? day - 2 : day;
}

/**
 * Returns Easter Sunday of a year in the Gregorian calendar, in days since 1970-01-01.
 * Source: J. Meeus, "Astronomical Algorithms", chapter 8; the variables have the letters of the source.
 */
export function easterSunday(year: number): number {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = Math.floor(b / 4);
  const e = b % 4;
  const f = Math.floor((b + 8) / 25);
  const g = Math.floor((b - f + 1) / 3);
  const h = (19 * a + b - d - g + 15) % 30;
  const i = Math.floor(c / 4);
  const k = c % 4;
  const l = (32 + 2 * e + 2 * i - h - k) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const sum = h + l - 7 * m + 114;
  return daysOfDate(year, Math.floor(sum / 31), (sum % 31) + 1);
}

/** Returns Good Friday of a year, in days since 1970-01-01. */
export function goodFriday(year: number): number {
  return easterSunday(year) - 2;
}
