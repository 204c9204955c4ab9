/** A date of the Gregorian calendar; months and days count from 1. */
interface CivilDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

export const DAY_MS = 86_400_000;

const MONTH_DAYS = Int32Array.of(0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31);

/** Returns the number of days in a month; 0 for a month outside 1 to 12. */
export function daysInMonth(year: number, month: number): number {
  if (month < 1 || month > 12) return 0;
  const leap = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return leap ? 29 : MONTH_DAYS[month]!;
}

/**
 * Returns the days from 1970-01-01 to a date in the years 0 to 9999.
 * Counts in years that begin in March, so that the leap day is the last of its year.
 * Source: H. Hinnant, "chrono-compatible low-level date algorithms", `days_from_civil`.
 */
export function daysOfDate(year: number, month: number, day: number): number {
  const marchYear = (month <= 2 ? year + 399 : year + 400) | 0;
  const century = (marchYear / 100) | 0;
  const marchMonth = (month + 9) % 12;
  const dayOfYear = (((153 * marchMonth + 2) / 5) | 0) + day - 1;
  return marchYear * 365 + (marchYear >> 2) - century + (century >> 2) + dayOfYear - DAYS_TO_1970;
}

/** Days from 1 March of the year -400, where the count in `daysOfDate` begins, to 1970-01-01. */
const DAYS_TO_1970 = 865_565;

/** Returns the date that is a number of days after 1970-01-01. */
export function dateOfDays(days: number): CivilDate {
  const date = new Date(days * DAY_MS);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/**
 * Returns the same day of the month, `months` months later. The last day of a month stays the last day: 30 November + 1 = 31 December. If
 * the later month is too short, returns its last day: 29 January + 1 = 28 February.
 */
export function addMonths(date: CivilDate, months: number): CivilDate {
  const index = date.year * 12 + date.month - 1 + months;
  const year = Math.floor(index / 12);
  const month = index - year * 12 + 1;
  const last = daysInMonth(year, month);
  const endsMonth = date.day === daysInMonth(date.year, date.month);
  return { year, month, day: endsMonth ? last : Math.min(date.day, last) };
}

/** Returns the Monday on or before a day, in days since 1970-01-01 (a Thursday). */
export function weekOf(day: number): number {
  return Math.floor((day + 3) / 7) * 7 - 3;
}

/** Returns the first day of a day's month. */
export function monthOf(day: number): number {
  const { year, month } = dateOfDays(day);
  return daysOfDate(year, month, 1);
}

/** Returns the first day of a day's quarter, in January, April, July or October. */
export function quarterOf(day: number): number {
  const { year, month } = dateOfDays(day);
  return daysOfDate(year, month - ((month - 1) % 3), 1);
}

/** Returns the day that is `months` months after a day, in days since 1970-01-01; see `addMonths`. */
export function monthsLater(day: number, months: number): number {
  const { year, month, day: date } = addMonths(dateOfDays(day), months);
  return daysOfDate(year, month, date);
}
