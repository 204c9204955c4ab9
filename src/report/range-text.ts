import type { RunResult } from "../engine/run-result.ts";
import { isDailyOrLonger, type Interval } from "../time/interval.ts";
import { formatTime } from "./format.ts";

/** When a run begins and when it ends: dates of sessions for bars of a day or longer, else as clocks of the zone show it. */
export function rangeText(
  { from, to, firstDate, lastDate, interval, settings }: RunResult,
  zone = settings.zone,
): readonly [from: string, to: string] {
  if (isDailyOrLonger(interval as Interval)) return [firstDate, lastDate];
  return [formatTime(from, interval, zone), formatTime(to - 1, interval, zone)];
}
