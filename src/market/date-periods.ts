import { addMonths, dateOfDays, daysOfDate } from "../time/civil-date.ts";

/** The Monday on or before a day, both in days since 1970-01-01, a Thursday. */
export function weekOf(day: number): number {
  return Math.floor((day + 3) / 7) * 7 - 3;
}

/** The first day of a day's month. */
export function monthOf(day: number): number {
  const { year, month } = dateOfDays(day);
  return daysOfDate(year, month, 1);
}

/** The first day of a day's quarter: of January, April, July or October. */
export function quarterOf(day: number): number {
  const { year, month } = dateOfDays(day);
  return daysOfDate(year, month - ((month - 1) % 3), 1);
}

/** The same day of the month some months later. */
export function monthsLater(day: number, months: number): number {
  const { year, month, day: date } = addMonths(dateOfDays(day), months);
  return daysOfDate(year, month, date);
}
