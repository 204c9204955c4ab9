import type { Calendar } from "../time/calendar.ts";

interface Count {
  day: number;
  ordinal: number;
}

const counts = new WeakMap<Calendar, Count>();

/**
 * How many sessions a calendar has from 1970-01-01 up to but not including a day; negative before. The number of a session is the
 * same wherever a recording begins.
 */
export function sessionOrdinal(calendar: Calendar, day: number): number {
  let count = counts.get(calendar);
  if (count === undefined) counts.set(calendar, (count = { day: 0, ordinal: 0 }));
  if (day > count.day) count.ordinal += calendar.sessions(count.day, day - 1).length;
  if (day < count.day) count.ordinal -= calendar.sessions(day, count.day - 1).length;
  count.day = day;
  return count.ordinal;
}
