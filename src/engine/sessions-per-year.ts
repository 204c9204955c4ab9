import type { Column } from "../primitives/column.ts";
import type { Interval } from "../time/interval.ts";
import { DAY_MS } from "../time/interval.ts";

const SATURDAY = 6;
/** A market that trades at weekends has a session in seven on a Saturday; one in twenty is beyond doubt. */
const WEEKEND_SHARE = 1 / 20;

const LONG_INTERVALS: Partial<Record<Interval, number>> = { "1wk": 52, "1mo": 12, "3mo": 4 };

/**
 * How many sessions a year has, read from the data while no calendar is declared: 52 of weeks, 12 of months, else 365 when Saturdays
 * trade and 252 when not. Bars of five days are a fifth of these: 73 where one ends every five days of the year, as without a calendar.
 * `sessions` are the places in `time` at which sessions closed.
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

/** Runs over the same data share the column of their sessions, and what was found out from it. */
const CACHE = new WeakMap<ArrayBufferLike, { sessions: number; offset: number; year: number }>();

/** Bars of five sessions of a market that rests at weekends end a week apart. */
function endsEveryFiveDays(time: Column, sessions: Int32Array): boolean {
  let near = 0;
  for (let i = 1; i < sessions.length; i++) if (time[sessions[i]!]! - time[sessions[i - 1]!]! < 6 * DAY_MS) near++;
  return near > sessions.length / 2;
}

function tradesAtWeekends(time: Column, sessions: Int32Array): boolean {
  let saturdays = 0;
  for (let i = 0; i < sessions.length; i++) {
    // The middle of the day that the session belongs to, wherever its zone puts midnight.
    const day = Math.floor((time[sessions[i]!]! - DAY_MS / 2) / DAY_MS) | 0;
    if ((day + 4) % 7 === SATURDAY) saturdays++;
  }
  return saturdays > sessions.length * WEEKEND_SHARE;
}
