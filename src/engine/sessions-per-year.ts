import type { Column } from "../primitives/column.ts";
import type { Interval } from "../time/interval.ts";
import { DAY_MS } from "../time/interval.ts";

const SATURDAY = 6;
/** Share of Saturdays among sessions above which a market trades on weekends, when a seventh would be expected. */
const WEEKEND_SHARE = 1 / 20;

const LONG_INTERVALS: Partial<Record<Interval, number>> = { "1wk": 52, "1mo": 12, "3mo": 4 };

/**
 * Infers the number of sessions per year from data without a calendar. Weekly bars have 52, monthly bars 12. Other
 * intervals have 365 if Saturdays are traded, otherwise 252. Bars of five days have 73 if one ends every five days all
 * year, otherwise 50.4. `sessions` has the indexes in `time` at which sessions closed.
 */
export function sessionsPerYear(interval: Interval, time: Column, sessions: Int32Array): number {
  const long = LONG_INTERVALS[interval];
  if (long !== undefined) return long;
  const kept = CACHE.get(sessions.buffer);
  if (kept?.sessions === sessions.length && kept.offset === sessions.byteOffset) return kept.year;
  const year =
    interval === "5d" ? (endsEveryFiveDays(time, sessions) ? 73 : 50.4) : tradesAtWeekends(time, sessions) ? 365 : 252;
  CACHE.set(sessions.buffer, { sessions: sessions.length, offset: sessions.byteOffset, year });
  return year;
}

/** Results that are cached by the column of sessions, which runs over the same data share. */
const CACHE = new WeakMap<ArrayBufferLike, { sessions: number; offset: number; year: number }>();

/** Whether five-day bars end every five days. In a market that is closed on weekends, they end a week apart. */
function endsEveryFiveDays(time: Column, sessions: Int32Array): boolean {
  let near = 0;
  for (let i = 1; i < sessions.length; i++) if (time[sessions[i]!]! - time[sessions[i - 1]!]! < 6 * DAY_MS) near++;
  return near > sessions.length / 2;
}

function tradesAtWeekends(time: Column, sessions: Int32Array): boolean {
  let saturdays = 0;
  for (let i = 0; i < sessions.length; i++) {
    // Noon of the session's day, so that the zone in which the day begins does not matter.
    const day = Math.floor((time[sessions[i]!]! - DAY_MS / 2) / DAY_MS) | 0;
    if ((day + 4) % 7 === SATURDAY) saturdays++;
  }
  return saturdays > sessions.length * WEEKEND_SHARE;
}
