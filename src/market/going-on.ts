import type { Column } from "../primitives/column.ts";
import type { Calendar } from "../time/calendar.ts";
import { DAY_MS } from "../time/civil-date.ts";
import { isDailyOrLonger } from "../time/interval.ts";
import type { Bars } from "./bars.ts";
import type { Schedule } from "./schedule.ts";

/** When all of a schedule is over: its last bar, and the session in which it lies; -Infinity where there is no bar. */
export function endOf(schedule: Schedule): number {
  const { closeTime, sessionClose } = schedule;
  return Math.max(closeTime.at(-1) ?? -Infinity, sessionClose[sessionsBegun(schedule) - 1] ?? -Infinity);
}

/**
 * The schedule of a series whose sessions go on by its calendar until `end`, behind its last bar: whether another bar will come nobody knows when a
 * session opens, and an order of the day ends with it. One that is on at the end has opened and does not close. Bars of several days have no sessions
 * but themselves.
 */
export function goingOn(schedule: Schedule, { interval, length }: Bars, calendar: Calendar, end: number): Schedule {
  if (length === 0) return schedule;
  const last = schedule.sessionClose.at(-1)!;
  const until = isDailyOrLonger(interval) && interval !== "1d" ? last : end;
  const { open, close } = calendar.sessions(Math.floor(last / DAY_MS) - 1, Math.ceil(until / DAY_MS) + 1);
  const later = (time: Column) => time.filter((_, i) => open[i]! >= last && open[i]! < until);
  const sessionOpen = joined(schedule.sessionOpen, later(open)).filter((time) => time < end);
  const sessionClose = joined(schedule.sessionClose, later(close)).filter((time) => time <= end);
  const begun = sessionsBegun(schedule);
  if (sessionOpen.length === begun && sessionClose.length === begun) return schedule;
  return { ...schedule, sessionOpen, sessionClose, sessionIsBar: false, goesOn: true };
}

/** How many sessions open before the last bar is over. */
function sessionsBegun({ closeTime, sessionOpen }: Schedule): number {
  return sessionOpen.findLastIndex((time) => time < closeTime.at(-1)!) + 1;
}

function joined(before: Column, after: Column): Column {
  const all = new Float64Array(before.length + after.length);
  all.set(before);
  all.set(after, before.length);
  return all;
}
