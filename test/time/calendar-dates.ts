import type { Calendar } from "../../src/time/calendar.ts";
import { DAY_MS, daysOfDate } from "../../src/time/civil-date.ts";
import { formatDate, parseDate } from "../../src/time/instant.ts";

/** Days since 1970-01-01 of a date `YYYY-MM-DD`. */
export const day = (date: string): number => parseDate(date) / DAY_MS;

/** The weekdays of a year on which a calendar has no session, `MM-DD`. */
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

/** The dates of a year on which a calendar closes early, `MM-DD`. */
export function earlyCloses(calendar: Calendar, year: number): string[] {
  const { date, earlyClose } = calendar.sessions(daysOfDate(year, 1, 1), daysOfDate(year, 12, 31));
  return [...date].filter((_, i) => earlyClose[i] === 1).map((at) => formatDate(at * DAY_MS).slice(5));
}

/** A table of one line a year, `2000 01-17 02-21 …`, as rows of a test. */
export function yearTable(text: string): [year: number, dates: string[]][] {
  return text
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .map(([year, ...dates]) => [Number(year), dates]);
}
