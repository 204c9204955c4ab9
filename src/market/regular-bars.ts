import type { Calendar } from "../time/calendar.ts";
import { barSessions } from "./bar-sessions.ts";
import type { Bars } from "./bars.ts";

const known = new WeakMap<Bars, WeakMap<Calendar, Bars>>();

/** The bars of regular hours, found once; the same bars where all are. Throws BARS_INVALID for a bar without a session. */
export function regularBars(bars: Bars, calendar: Calendar): Bars {
  const { extended } = barSessions(bars, calendar);
  if (extended === undefined) return bars;
  let byCalendar = known.get(bars);
  if (byCalendar === undefined) known.set(bars, (byCalendar = new WeakMap()));
  let regular = byCalendar.get(calendar);
  if (regular === undefined) byCalendar.set(calendar, (regular = withoutMarked(bars, extended)));
  return regular;
}

function withoutMarked(bars: Bars, marked: Uint8Array): Bars {
  return bars.mapColumns((column) => column.filter((_, i) => marked[i] === 0));
}
