import type { Calendar } from "../../src/time/calendar.ts";
import { DAY_MS, daysOfDate } from "../../src/time/civil-date.ts";
import { formatDate, parseDate } from "../../src/time/instant.ts";

/** Converts a date `YYYY-MM-DD` to days since 1970-01-01. */
export const day = (date: string): number => parseDate(date) / DAY_MS;

/** Dates from Monday to Friday on which a market has no session in a year, as `MM-DD`. */
export function closedWeekdays(calendar: Calendar, year: number): string[] {
  const { date } = calendar.sessions(daysOfDate(year, 1, 1), daysOfDate(year, 12, 31));
  const open = new Set(date);
  const closed: string[] = [];
  for (let at = daysOfDate(year, 1, 1); at <= daysOfDate(year, 12, 31); at++) {
    const weekday = new Date(at * DAY_MS).getUTCDay();
    if (weekday >= 1 && weekday <= 5 && !open.has(at)) closed.push(formatDate(at * DAY_MS).slice(5));
  }
  return closed;
}

/** Dates of early closes in a year, as `MM-DD`. */
export function earlyCloses(calendar: Calendar, year: number): string[] {
  const { date, earlyClose } = calendar.sessions(daysOfDate(year, 1, 1), daysOfDate(year, 12, 31));
  return [...date].filter((_, i) => earlyClose[i] === 1).map((at) => formatDate(at * DAY_MS).slice(5));
}

/** Parses a table with one line per year, such as `2000 01-17 02-21 …`, into rows for `test.each`. */
export function yearTable(text: string): [year: number, dates: string[]][] {
  return text
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .map(([year, ...dates]) => [Number(year), dates]);
}
