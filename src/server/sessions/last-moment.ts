import { barSessions } from "../../market/bar-sessions.ts";
import type { RecordedMarket } from "../../market/recorded-market.ts";
import { calendarOf } from "../../time/calendars/catalog.ts";

/** When the last bar closes, or the last quote comes in, of all that was recorded; -Infinity where nothing was. */
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
