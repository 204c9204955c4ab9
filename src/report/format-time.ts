import type { RunResult } from "../engine/run-result.ts";
import { NO_VALUE } from "../metrics/format.ts";
import { type Interval, isDailyOrLonger, shortestLength } from "../time/interval.ts";
import { zoneOf } from "../time/zone.ts";

/** Returns the number of letters of an ISO time that bars of an interval need: a date, or a time to the minute or to the second. */
export function timeLength(interval: Interval): number {
  if (isDailyOrLonger(interval)) return 10;
  return shortestLength(interval) % 60_000 === 0 ? 16 : 19;
}

/** Formats a time in a zone: a date for daily or longer bars, otherwise date and time to the minute, or for bars of seconds to the second. */
export function formatTime(milliseconds: number | null, interval: string, zone = "UTC"): string {
  if (milliseconds === null || !Number.isFinite(milliseconds)) return NO_VALUE;
  const iso = new Date(zoneOf(zone).toLocal(milliseconds)).toISOString();
  return iso.slice(0, timeLength(interval as Interval)).replace("T", " ");
}

/** Formats the start and the end of a run: as dates of sessions for daily or longer bars, otherwise as times in a zone. */
export function rangeText(
  { from, to, firstDate, lastDate, interval, settings }: RunResult,
  zone = settings.zone,
): readonly [from: string, to: string] {
  if (isDailyOrLonger(interval as Interval)) return [firstDate, lastDate];
  return [formatTime(from, interval, zone), formatTime(to - 1, interval, zone)];
}
