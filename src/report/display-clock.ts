import { type Column, checkSameLength } from "../primitives/column.ts";
import { isDailyOrLonger, type Interval } from "../time/interval.ts";
import { zoneOf, type Zone } from "../time/zone.ts";
import { sortedUnion } from "../primitives/union.ts";
import type { RunBars } from "../engine/run-result.ts";

/** Local time of a report page. The chart library supports UTC only, so times are shifted by the zone's offset. */
export interface DisplayClock {
  /** Time zone of the page; empty if only dates are shown. */
  readonly zone: string;
  /** Whether only dates are shown. */
  readonly daily: boolean;
  /** Returns the starts of the bars in a run's range: dates if only dates are shown, otherwise times. */
  readonly startsOf: (series: RunBars) => Column;
  /** Converts the start of a bar to seconds of the page's local time. */
  seconds(start: number): number;
}

/** Clock of a page that shows only dates of sessions. */
const DATE_CLOCK: DisplayClock = {
  zone: "",
  daily: true,
  startsOf: ({ instrument, bars, date, first }) =>
    checkSameLength(`dates of ${instrument.symbol}`, date, "its bars", bars.time).subarray(first),
  seconds: (date) => Math.floor(date / 1000),
};

/**
 * Returns the clock of a page: dates of sessions for daily or longer bars, otherwise the time zone of the run. UTC is used if local times would
 * repeat or go backwards, because a market trades while clocks are set back.
 */
export function displayClock(interval: string, zone: string, times: readonly Column[]): DisplayClock {
  if (isDailyOrLonger(interval as Interval)) return DATE_CLOCK;
  const shown = isIncreasing(zoneOf(zone), sortedUnion(times)) ? zoneOf(zone) : zoneOf("UTC");
  return {
    zone: shown.name,
    daily: false,
    startsOf: ({ bars, first }) => bars.time.subarray(first),
    seconds: (time) => Math.floor(shown.toLocal(time) / 1000),
  };
}

function isIncreasing(zone: Zone, times: Column): boolean {
  let before = -Infinity;
  for (let i = 0; i < times.length; i++) {
    const shown = zone.toLocal(times[i]!);
    if (shown <= before) return false;
    before = shown;
  }
  return true;
}

/** Returns the index of a bar within the run's range, or 0 for an earlier bar, so that its fills are shown in the first bar. */
export function barInRange(bar: number, { first }: Pick<RunBars, "first">): number {
  return Math.max(0, bar - first);
}
