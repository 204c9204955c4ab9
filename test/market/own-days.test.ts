import * as fc from "fast-check";
import { test as property } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { adjust } from "../../src/market/adjust.ts";
import { anchorOf } from "../../src/market/anchor.ts";
import { Bars } from "../../src/market/bars.ts";
import { coarseGroups } from "../../src/market/coarse-groups.ts";
import { resample } from "../../src/market/resample.ts";
import { scheduleOf } from "../../src/market/schedule.ts";
import { DAY_MS } from "../../src/time/civil-date.ts";
import type { Interval } from "../../src/time/interval.ts";
import { zoneOf } from "../../src/time/zone.ts";
import { dayOf } from "../support/hand-calendar.ts";
import { flatBars } from "../support/market.ts";

/* Days of a file that says when they begin and not where: midnights of an exchange, as of a zone that nobody told. */

/** One bar for each weekday of 2024 from a date on, at the midnight of its zone; closes 101, 102 … */
function weekdays(zone: string, from: string, count: number): Bars {
  const clock = zoneOf(zone);
  const dates: number[] = [];
  for (let date = dayOf(from); dates.length < count; date++) if ((date + 3) % 7 < 5) dates.push(date);
  const time = Float64Array.from(dates, (date) => clock.toInstantOrAfter(date * DAY_MS));
  const close = time.map((_, i) => 101 + i);
  return new Bars("1d", { time, open: close, high: close, low: close, close, volume: time.map(() => 1) });
}

const ZONES = [
  "Australia/Sydney",
  "Asia/Tokyo",
  "Asia/Kolkata",
  "Europe/Berlin",
  "Europe/London",
  "UTC",
  "America/Sao_Paulo",
  "America/New_York",
  "America/Los_Angeles",
];

test.each(ZONES)("weeks of the days of %s go from Monday to Friday, and months by its dates", (zone) => {
  // 52 weeks, across both changes of clocks.
  const days = weekdays(zone, "2024-01-01", 260);
  const weeks = resample(days, "1wk");
  expect([...weeks.close]).toEqual(Array.from({ length: 52 }, (_, week) => 105 + 5 * week));
  expect([...weeks.volume]).toEqual(Array<number>(52).fill(5));
  // Weekdays of the months of 2024.
  expect([...resample(days, "1mo").volume]).toEqual([23, 21, 21, 22, 23, 20, 23, 22, 21, 23, 21, 20]);
  const mondays = Array.from({ length: 52 }, (_, week) => (dayOf("2024-01-01") + 7 * week) * DAY_MS);
  expect([...anchorOf(days, "week")]).toEqual(mondays.flatMap((monday) => Array<number>(5).fill(monday)));
  expect(new Set(anchorOf(days, "month")).size).toBe(12);
});

test("a zone that is given counts instead", () => {
  // Noon of UTC is midnight in Auckland, and days from there are days of UTC as far as anybody could tell.
  const days = weekdays("Pacific/Auckland", "2024-05-06", 10);
  expect([...resample(days, "1wk").volume]).toEqual([1, 5, 4]);
  expect([...resample(days, "1wk", { zone: "Pacific/Auckland" }).volume]).toEqual([5, 5]);
});

test("an action counts from the day of its ex-date, wherever that begins", () => {
  const days = weekdays("Europe/London", "2024-05-06", 5);
  const split = {
    symbol: "A",
    kind: "split",
    exDate: dayOf("2024-05-08"),
    ratio: 2,
    cash: 0,
    currency: "GBP",
  } as const;
  // Wednesday is the third.
  expect([...adjust(days, [split], dayOf("2024-05-10")).close]).toEqual([50.5, 51, 103, 104, 105]);
});

test("days of UTC are as they are by its zone, to the bit", () => {
  const days = flatBars(Array<number>(40).fill(1), "1d", Date.UTC(2024, 0, 5));
  for (const interval of ["1d", "5d", "1wk", "1mo", "3mo"] as const) {
    const { time, closeTime, starts, lastDay } = coarseGroups(days, interval);
    const by = coarseGroups(days, interval, { zone: "UTC" });
    expect({ time, closeTime, starts, lastDay }).toEqual({
      time: by.time,
      closeTime: by.closeTime,
      starts: by.starts,
      lastDay: by.lastDay,
    });
  }
});

property.prop([
  fc.constantFrom(...ZONES),
  fc.constantFrom<Interval>("1d", "5d", "1wk", "1mo", "3mo"),
  fc.integer({ min: 1, max: 260 }),
])(
  "a longer bar is not known before its last bar is over, and bars that come later change no stamp",
  (zone, interval, count) => {
    const days = weekdays(zone, "2024-01-01", 260);
    const { time, closeTime, starts } = coarseGroups(days, interval);
    const ends = scheduleOf(days).closeTime;
    for (let g = 0; g < time.length; g++) expect(closeTime[g]!).toBeGreaterThanOrEqual(ends[starts[g + 1]! - 1]!);
    const part = coarseGroups(days.slice(0, count), interval);
    expect(part.time).toEqual(time.slice(0, part.length));
    // Of the last group more may come.
    expect(part.closeTime.slice(0, -1)).toEqual(closeTime.slice(0, part.length - 1));
  },
);
