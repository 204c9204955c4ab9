import type { Column } from "../../primitives/column.ts";
import type { Calendar } from "../../time/calendar.ts";
import { DAY_MS, daysOfDate } from "../../time/civil-date.ts";
import { formatDate } from "../../time/instant.ts";
import { type Interval, intervalEnd } from "../../time/interval.ts";
import { zoneOf } from "../../time/zone.ts";

/** More days than any bar has. */
const LONGEST_BAR = 100;

/** Days that every calendar can be asked for; beyond them none has a session. */
const FIRST_DAY = daysOfDate(1, 1, 1);
const LAST_DAY = daysOfDate(9998, 12, 31);

/**
 * The rows of bars of a day or longer in whose time the calendar has a session; the others, such as a Saturday of a stock, are refused:
 * nothing could tell when such a bar is known, and whoever read the recording would fail on it.
 */
export function rowsWithSession(
  time: Column,
  interval: Interval,
  calendar: Calendar,
  refuse: (row: number, message: string) => void,
): readonly number[] {
  const zone = zoneOf(calendar.zone);
  const days = Array.from(time, (start) => Math.floor(zone.toLocal(start) / DAY_MS));
  const { date } = calendar.sessions(within(days[0]!), within(days.at(-1)! + LONGEST_BAR));
  const kept: number[] = [];
  let place = 0;
  for (const [row, day] of days.entries()) {
    while (date[place]! < day) place++;
    // Five sessions may lie far apart; all other bars end by the calendar of dates.
    const end = interval === "5d" ? Infinity : intervalEnd(interval, day * DAY_MS) / DAY_MS;
    if (date[place]! < Math.min(end, days[row + 1] ?? Infinity)) kept.push(row);
    else refuse(row, `a session of ${calendar.name} must lie in a bar of ${interval}, was that of ${dateText(day)}`);
  }
  return kept;
}

function within(day: number): number {
  return Math.min(Math.max(day, FIRST_DAY), LAST_DAY);
}

function dateText(day: number): string {
  return formatDate(day * DAY_MS);
}
