import type { Column } from "../primitives/column.ts";
import { isDailyOrLonger, type Interval } from "../time/interval.ts";
import { zoneOf, type Zone } from "../time/zone.ts";
import { union } from "../primitives/union.ts";

/** The clock by which a page shows times: a chart knows none but UTC, so its times are moved by the zone's offset. */
export interface DisplayClock {
  /** Whose clocks; empty where only dates are shown. */
  readonly zone: string;
  /** Dates alone say when something was. */
  readonly daily: boolean;
  /** An instant in milliseconds as the seconds that a clock of the zone shows. */
  seconds(time: number): number;
}

/**
 * The zone of the run, or UTC where its clocks would show the times of bars twice or backwards: a market that trades while they
 * are put back, or two of which each trades in one of the hours that they show twice.
 */
export function displayClock(interval: string, zone: string, starts: readonly Column[]): DisplayClock {
  const daily = isDailyOrLonger(interval as Interval);
  const shown = rises(zoneOf(zone), union(starts)) ? zoneOf(zone) : zoneOf("UTC");
  return {
    zone: daily ? "" : shown.name,
    daily,
    seconds: (time) => Math.floor(shown.toLocal(time) / 1000),
  };
}

function rises(zone: Zone, times: Column): boolean {
  for (let i = 1; i < times.length; i++) {
    if (zone.toLocal(times[i]!) <= zone.toLocal(times[i - 1]!)) return false;
  }
  return true;
}
