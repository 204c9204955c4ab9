import type { RunResult } from "../engine/run-result.ts";
import { NO_VALUE } from "../metrics/format.ts";
import { type Interval, isDailyOrLonger } from "../time/interval.ts";
import { zoneOf } from "../time/zone.ts";

/** Formats a time in a zone: a date for daily or longer bars, otherwise date and time to the minute. */
export function formatTime(milliseconds: number | null, interval: string, zone = "UTC"): string {
  if (milliseconds === null || !Number.isFinite(milliseconds)) return NO_VALUE;
  const iso = new Date(zoneOf(zone).toLocal(milliseconds)).toISOString();
  return isDailyOrLonger(interval as Interval) ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${iso.slice(11, 16)}`;
}

/** Formats the start and the end of a run: as dates of sessions for daily or longer bars, otherwise as times in a zone. */
export function rangeText(
  { from, to, firstDate, lastDate, interval, settings }: RunResult,
  zone = settings.zone,
): readonly [from: string, to: string] {
  if (isDailyOrLonger(interval as Interval)) return [firstDate, lastDate];
  return [formatTime(from, interval, zone), formatTime(to - 1, interval, zone)];
}
