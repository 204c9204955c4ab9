import type { Column } from "../primitives/column.ts";
import type { Calendar } from "../time/calendar.ts";
import { DAY_MS } from "../time/civil-date.ts";
import { isDailyOrLonger } from "../time/interval.ts";
import type { Bars } from "./bars.ts";
import type { Schedule } from "./schedule.ts";

/**
 * The schedule of a series whose sessions go on by its calendar until `end`, behind its last bar: whether another bar will come nobody knows when a
 * session opens, and an order of the day ends with it. Bars of several days have no sessions but themselves.
 */
export function goingOn(schedule: Schedule, { interval, length }: Bars, calendar: Calendar, end: number): Schedule {
  if (length === 0 || (isDailyOrLonger(interval) && interval !== "1d")) return schedule;
  const last = schedule.sessionClose.at(-1)!;
  if (last >= end) return schedule;
  const { open, close } = calendar.sessions(Math.floor(last / DAY_MS) - 1, Math.ceil(end / DAY_MS) + 1);
  const from = open.findIndex((time) => time >= last);
  const to = close.findLastIndex((time) => time <= end) + 1;
  if (from < 0 || from >= to) return schedule;
  const sessionOpen = joined(schedule.sessionOpen, open.subarray(from, to));
  const sessionClose = joined(schedule.sessionClose, close.subarray(from, to));
  return { ...schedule, sessionOpen, sessionClose, sessionIsBar: false, goesOn: true };
}

function joined(before: Column, after: Column): Column {
  const all = new Float64Array(before.length + after.length);
  all.set(before);
  all.set(after, before.length);
  return all;
}
