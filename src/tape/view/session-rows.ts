import type { Calendar, Session } from "../../time/calendar.ts";

/** The sessions between two dates, both inclusive, as a calendar knew them at a moment. */
export function rowsOf(calendar: Calendar, fromDay: number, toDay: number, knownAt: number): readonly Session[] {
  const { date } = calendar.sessions(fromDay, toDay, knownAt);
  return Array.from(date, (day) => calendar.session(day, knownAt)!);
}
