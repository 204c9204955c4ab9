import { Bars } from "../../src/market/bars.ts";
import type { Interval } from "../../src/time/interval.ts";
import { DAY_MS } from "../../src/time/civil-date.ts";
import { zoneOf } from "../../src/time/zone.ts";

/** Returns the instant of a local date and time in a zone, such as `2015-12-24 09:30`. */
export function instantIn(zone: string, text: string): number {
  return zoneOf(zone).toInstant(Date.parse(`${text.replace(" ", "T")}Z`));
}

/** Formats an instant as local date and time in a zone, such as `2015-12-24 09:30`. */
export function clockIn(zone: string, instant: number): string {
  return new Date(zoneOf(zone).toLocal(instant)).toISOString().slice(0, 16).replace("T", " ");
}

/**
 * Creates bars that start at the given instants. Bar i opens at 100 + i, closes at 100.5 + i, ranges from 99 + i to 101 + i and has volume
 * i + 1.
 */
export function barsAt(interval: Interval, time: Iterable<number>): Bars {
  const times = Float64Array.from(time);
  const column = (offset: number) => times.map((_, i) => i + offset);
  return new Bars(interval, {
    time: times,
    open: column(100),
    high: column(101),
    low: column(99),
    close: column(100.5),
    volume: column(1),
  });
}

/** Creates one bar for each step from one local time up to, but not including, another. */
export function barsFromTo(interval: Interval, stepMinutes: number, zone: string, from: string, to: string): Bars {
  const times: number[] = [];
  for (let at = instantIn(zone, from); at < instantIn(zone, to); at += stepMinutes * 60_000) times.push(at);
  return barsAt(interval, times);
}

/** Creates daily bars at the midnights of a zone. */
export function dailyBars(zone: string, dates: Iterable<string>): Bars {
  return barsAt(
    "1d",
    Array.from(dates, (date) => zoneOf(zone).toInstantOrAfter((Date.parse(`${date}T00:00Z`) / DAY_MS) * DAY_MS)),
  );
}

/** Returns the bars of several series as one series. */
export function joined(...parts: readonly Bars[]): Bars {
  return barsAt(
    parts[0]!.interval,
    parts.flatMap((part) => [...part.time]),
  );
}
