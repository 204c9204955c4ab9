import { barSessions } from "../../market/bar-sessions.ts";
import type { Bars } from "../../market/bars.ts";
import { resample } from "../../market/resample.ts";
import type { Calendar } from "../../time/calendar.ts";
import { DAY_MS } from "../../time/civil-date.ts";
import { formatDate } from "../../time/instant.ts";
import { zoneOf } from "../../time/zone.ts";
import { tickBars, type Trades } from "./tick-bars.ts";

/** Bars of days that were made of trades. */
export interface TickDays {
  readonly bars: Bars;
  /** Some trades were made outside regular hours and are in no bar. */
  readonly leftOut: boolean;
}

/**
 * Bars of days of trades: those of the regular hours of each session. A bar of a day is known when its session closes, so what was traded
 * later, after the close or in a session that begins on the evening of that date, must not be in it. A trade on a day without a session,
 * while nothing trades, is told to `refuse` with the begin of its minute.
 */
export function tickDays(
  trades: Trades,
  calendar: Calendar,
  refuse: (start: number, message: string) => void,
): TickDays {
  const zone = zoneOf(calendar.zone);
  const minutes = tickBars(trades, "1m", zone, calendar);
  const { extended, parts, part } = barSessions(minutes, calendar);
  let refused = -Infinity;
  for (const [at, start] of minutes.time.entries()) {
    if (extended?.[at] !== 1 || start >= parts!.from[part[at]!]!) continue;
    const day = Math.floor(zone.toLocal(start) / DAY_MS);
    if (day === refused || calendar.session(day) !== undefined) continue;
    refused = day;
    refuse(start, `a session of ${calendar.name} must lie in a bar of 1d, was that of ${formatDate(day * DAY_MS)}`);
  }
  return { bars: resample(minutes, "1d", { calendar }), leftOut: extended !== undefined };
}
