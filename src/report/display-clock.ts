import type { Column } from "../primitives/column.ts";
import { isDailyOrLonger, type Interval } from "../time/interval.ts";
import { zoneOf, type Zone } from "../time/zone.ts";
import { union } from "../primitives/union.ts";
import type { TradedSeries } from "./traded-series.ts";

/** The clock by which a page shows times: a chart knows none but UTC, so its times are moved by the zone's offset. */
export interface DisplayClock {
  /** Whose clocks; empty where only dates are shown. */
  readonly zone: string;
  /** Dates alone say when something was. */
  readonly daily: boolean;
  /** When each bar of a series begins: its date where dates are shown, else its instant. */
  startsOf(series: Pick<TradedSeries, "bars" | "date">): Column;
  /** A start as the seconds that the page shows. */
  seconds(start: number): number;
}

/** Dates of sessions, for which no clock is asked. */
const DATES: DisplayClock = {
  zone: "",
  daily: true,
  startsOf: ({ date }) => date,
  seconds: (date) => Math.floor(date / 1000),
};

/**
 * The clock of a page: dates of sessions for bars of a day or longer. For shorter bars the zone of the run, or UTC where its clocks would show
 * the times of bars twice or backwards: a market that trades while they are put back, or two of which each trades in one of the hours that they
 * show twice.
 */
export function displayClock(interval: string, zone: string, times: readonly Column[]): DisplayClock {
  if (isDailyOrLonger(interval as Interval)) return DATES;
  const shown = rises(zoneOf(zone), union(times)) ? zoneOf(zone) : zoneOf("UTC");
  return {
    zone: shown.name,
    daily: false,
    startsOf: ({ bars }) => bars.time,
    seconds: (time) => Math.floor(shown.toLocal(time) / 1000),
  };
}

function rises(zone: Zone, times: Column): boolean {
  for (let i = 1; i < times.length; i++) {
    if (zone.toLocal(times[i]!) <= zone.toLocal(times[i - 1]!)) return false;
  }
  return true;
}
