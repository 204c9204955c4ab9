import { barSessions } from "../../market/bar-sessions.ts";
import type { RecordedMarket } from "../../market/recorded-market.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { calendarOf } from "../../time/calendars/catalog.ts";

/**
 * Returns the time just before the open of the last recorded session of the main calendar. If no instrument uses that calendar, returns the
 * time just before the last bar starts. Throws DATA_EMPTY for a recording without bars.
 */
export function firstMoment(market: RecordedMarket): number {
  const calendar = calendarOf(market.mainCalendar, market.calendars);
  const onMainCalendar = new Set(
    market.instruments.filter((one) => one.calendar === market.mainCalendar).map(({ symbol }) => symbol),
  );
  let open = -Infinity;
  let start = -Infinity;
  for (const { symbol, bars } of market.series) {
    if (bars.length === 0) continue;
    start = Math.max(start, bars.time[bars.length - 1]!);
    if (!onMainCalendar.has(symbol)) continue;
    const { sessions, last } = barSessions(bars.slice(bars.length - 1), calendar);
    open = Math.max(open, sessions.open[last[0]!]!);
  }
  if (start === -Infinity) {
    throw new HindcastError("DATA_EMPTY", "the recording has no bars to serve", { name: market.name });
  }
  return (open === -Infinity ? start : open) - 1;
}

/** Returns the time at which the last recorded bar closes or the last quote arrives; -Infinity if there are neither bars nor quotes. */
export function lastMoment(market: RecordedMarket): number {
  const calendars = new Map(market.instruments.map(({ symbol, calendar }) => [symbol, calendar]));
  let end = -Infinity;
  for (const { symbol, bars } of market.series) {
    if (bars.length === 0) continue;
    const calendar = calendarOf(calendars.get(symbol) ?? market.mainCalendar, market.calendars);
    end = Math.max(end, barSessions(bars.slice(bars.length - 1), calendar).closeTime[0]!);
  }
  for (const { time } of market.quotes) if (time.length > 0) end = Math.max(end, time.at(-1)!);
  return end;
}
