import { type Column, checkSameLength } from "../primitives/column.ts";
import { isDailyOrLonger, type Interval } from "../time/interval.ts";
import { zoneOf, type Zone } from "../time/zone.ts";
import { sortedUnion } from "../primitives/union.ts";
import type { RunBars } from "../engine/run-result.ts";

/** The clock by which a page shows times: a chart knows none but UTC, so its times are moved by the zone's offset. */
export interface DisplayClock {
  /** Whose clocks; empty where only dates are shown. */
  readonly zone: string;
  /** Dates alone say when something was. */
  readonly daily: boolean;
  /** When each bar of a run's range begins: its date where dates are shown, else its instant. */
  readonly startsOf: (series: RunBars) => Column;
  /** A start as the seconds that the page shows. */
  seconds(start: number): number;
}

/** Dates of sessions, for which no clock is asked. */
const DATES: DisplayClock = {
  zone: "",
  daily: true,
  startsOf: ({ instrument, bars, date, first }) =>
    checkSameLength(`dates of ${instrument.symbol}`, date, "its bars", bars.time).subarray(first),
  seconds: (date) => Math.floor(date / 1000),
};

/**
 * The clock of a page: dates of sessions for bars of a day or longer. For shorter bars the zone of the run, or UTC where its clocks would show
 * the times of bars twice or backwards: a market that trades while they are put back, or two of which each trades in one of the hours that they
 * show twice.
 */
export function displayClock(interval: string, zone: string, times: readonly Column[]): DisplayClock {
  if (isDailyOrLonger(interval as Interval)) return DATES;
  const shown = rises(zoneOf(zone), sortedUnion(times)) ? zoneOf(zone) : zoneOf("UTC");
  return {
    zone: shown.name,
    daily: false,
    startsOf: ({ bars, first }) => bars.time.subarray(first),
    seconds: (time) => Math.floor(shown.toLocal(time) / 1000),
  };
}

function rises(zone: Zone, times: Column): boolean {
  let before = -Infinity;
  for (let i = 0; i < times.length; i++) {
    const shown = zone.toLocal(times[i]!);
    if (shown <= before) return false;
    before = shown;
  }
  return true;
}

/** A bar of a run counted from the first of its range: what fills in the bar that forms as the run begins is shown in that one. */
export function shownBar(bar: number, { first }: Pick<RunBars, "first">): number {
  return Math.max(0, bar - first);
}
