import type { Calendar } from "../time/calendar.ts";
import { barSessions } from "./bar-sessions.ts";
import type { Bars } from "./bars.ts";
import { calendarOf } from "./every-day.ts";

/**
 * The bars from which the factors of others are made, if not from these: the daily ones of the instrument, where those reach as far back. Where they begin later,
 * they know nothing of the splits before.
 */
export function factorReference(bars: Bars, days: Bars | undefined, calendar: Calendar | undefined): Bars | undefined {
  if (days === undefined || days === bars || days.length === 0 || bars.length === 0) return undefined;
  return firstDay(days, calendar) <= firstDay(bars, calendar) ? days : undefined;
}

function firstDay(bars: Bars, calendar: Calendar | undefined): number {
  const { sessions, first } = barSessions(bars.slice(0, 2), calendarOf(bars, { calendar }));
  return sessions.date[first[0]!]!;
}
