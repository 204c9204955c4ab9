import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { adjust } from "../../src/market/adjust.ts";
import { anchorOf } from "../../src/market/anchor.ts";
import { Bars } from "../../src/market/bars.ts";
import { coarseGroups } from "../../src/market/coarse-groups.ts";
import { resample } from "../../src/market/resample.ts";
import { scheduleOf } from "../../src/market/schedule.ts";
import { barDates } from "../../src/market/session-dates.ts";
import { DAY_MS } from "../../src/time/civil-date.ts";
import type { Interval } from "../../src/time/interval.ts";
import { zoneOf } from "../../src/time/zone.ts";
import { dayOf } from "../support/hand-calendar.ts";
import { flatBars } from "../support/market.ts";
import { property } from "../support/property.ts";

/** One bar for each weekday of 2024 from a date on, at midnight of a zone, with closes 101, 102 … */
function weekdays(zone: string, from: string, count: number): Bars {
  const dates: number[] = [];
  for (let date = dayOf(from); dates.length < count; date++) if ((date + 3) % 7 < 5) dates.push(date);
  return daysAt(zone, dates);
}

/** A bar for each date at midnight of a zone, with closes 101, 102 … */
function daysAt(zone: string, dates: readonly number[]): Bars {
  const clock = zoneOf(zone);
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

test.each(ZONES)(
  "daily bars stamped at midnight in %s, without a zone, resample to weeks from Monday to Friday and to calendar months",
  (zone) => {
    // 260 weekdays are 52 weeks of 2024, in which clocks change twice.
    const days = weekdays(zone, "2024-01-01", 260);
    const weeks = resample(days, "1wk");
    expect([...weeks.close]).toEqual(Array.from({ length: 52 }, (_, week) => 105 + 5 * week));
    expect([...weeks.volume]).toEqual(Array<number>(52).fill(5));
    // The numbers of weekdays in the months of 2024, up to 27 December.
    expect([...resample(days, "1mo").volume]).toEqual([23, 21, 21, 22, 23, 20, 23, 22, 21, 23, 21, 20]);
    const mondays = Array.from({ length: 52 }, (_, week) => (dayOf("2024-01-01") + 7 * week) * DAY_MS);
    expect([...anchorOf(days, "week")]).toEqual(mondays.flatMap((monday) => Array<number>(5).fill(monday)));
    expect(new Set(anchorOf(days, "month")).size).toBe(12);
  },
);

/** Daily bars with their zone, as file readers return them. */
function inZone(days: Bars, zone: string): Bars {
  return new Bars(days.interval, days, zone);
}

/** Zones from UTC-12 to UTC+14, on both sides of the date line, with and without summer time. */
const EARTH = [
  "Etc/GMT+12",
  "Pacific/Pago_Pago",
  "Pacific/Honolulu",
  "America/Anchorage",
  ...ZONES,
  "Asia/Kamchatka",
  "Pacific/Fiji",
  "Pacific/Auckland",
  "Pacific/Chatham",
  "Pacific/Tongatapu",
  "Pacific/Kiritimati",
];

test("daily bars stamped at midnight in Auckland resample to correct weeks only if their zone is given", () => {
  // Midnight in Auckland is noon UTC.
  const days = weekdays("Pacific/Auckland", "2024-05-06", 10);
  expect([...resample(days, "1wk").volume]).toEqual([1, 5, 4]);
  expect([...resample(days, "1wk", { zone: "Pacific/Auckland" }).volume]).toEqual([5, 5]);
  expect([...resample(inZone(days, "Pacific/Auckland"), "1wk").volume]).toEqual([5, 5]);
});

test.each(EARTH)("daily bars whose zone %s is known resample to weeks and months by the dates in that zone", (zone) => {
  const days = inZone(weekdays(zone, "2008-01-01", 1000), zone);
  const dates = weekdays("UTC", "2008-01-01", 1000);
  for (const interval of ["5d", "1wk", "1mo", "3mo"] as const) {
    const joined = resample(days, interval);
    expect(joined.close).toEqual(resample(dates, interval).close);
    expect(joined.zone).toBe(zone);
    expect(anchorOf(joined, "month")).toEqual(anchorOf(resample(dates, interval), "month"));
  }
  expect(anchorOf(days, "week")).toEqual(anchorOf(dates, "week"));
  expect(resample(resample(days, "1mo"), "3mo").close).toEqual(resample(dates, "3mo").close);
});

/** Indices of the daily bars whose close completes a bar of a longer interval, such as a week. */
function completing(days: Bars, interval: Interval): readonly number[] {
  const closes = scheduleOf(days).closeTime;
  return [...coarseGroups(days, interval).closeTime].map((end) => closes.findIndex((close) => close >= end));
}

describe.each(EARTH)("daily bars stamped at midnight in %s", (zone) => {
  const WEEKENDS = [0, 6];
  /** Daily bars at midnight of a zone: 1,000 days, or only the weekdays among them. */
  const daily = (everyDay: boolean, where: string): Bars => {
    const from = dayOf("2008-01-01");
    const dates = Array.from({ length: 1000 }, (_, i) => from + i).filter(
      (date) => everyDay || !WEEKENDS.includes(new Date(date * DAY_MS).getUTCDay()),
    );
    return daysAt(where, dates);
  };

  test.each([true, false])(
    "complete their week, month and quarter at the close of its last bar (bars on weekends: %s)",
    (everyDay) => {
      for (const interval of ["1wk", "1mo", "3mo"] as const) {
        const expected = completing(daily(everyDay, "UTC"), interval);
        expect(completing(inZone(daily(everyDay, zone), zone), interval)).toEqual(expected);
        // Without a zone, the midnight UTC nearest to a bar gives its date, which is right in these zones.
        if (ZONES.includes(zone)) expect(completing(daily(everyDay, zone), interval)).toEqual(expected);
      }
    },
  );
});

test("daily bars stamped at midnight in London are adjusted for a split from the ex-date in London on", () => {
  const days = weekdays("Europe/London", "2024-05-06", 5);
  const split = {
    symbol: "A",
    kind: "split",
    exDate: dayOf("2024-05-08"),
    ratio: 2,
    cash: 0,
    currency: "GBP",
  } as const;
  // The third bar is that of the ex-date, Wednesday, 8 May 2024.
  expect([...adjust(days, [split], dayOf("2024-05-10")).close]).toEqual([50.5, 51, 103, 104, 105]);
});

test("daily bars at midnight UTC resample to identical bars with the zone UTC and without a zone", () => {
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

property([
  fc.constantFrom(...ZONES),
  fc.constantFrom<Interval>("1d", "5d", "1wk", "1mo", "3mo"),
  fc.integer({ min: 1, max: 260 }),
])(
  "a resampled bar closes no earlier than its last daily bar, and further daily bars change no earlier closing time",
  (zone, interval, count) => {
    const days = weekdays(zone, "2024-01-01", 260);
    const { time, closeTime, starts } = coarseGroups(days, interval);
    const ends = scheduleOf(days).closeTime;
    for (let g = 0; g < time.length; g++) expect(closeTime[g]!).toBeGreaterThanOrEqual(ends[starts[g + 1]! - 1]!);
    const part = coarseGroups(days.slice(0, count), interval);
    expect(part.time).toEqual(time.slice(0, part.length));
    // The last resampled bar is left out, since it may get more daily bars.
    expect(part.closeTime.slice(0, -1)).toEqual(closeTime.slice(0, part.length - 1));
  },
);

/** For each bar resampled from daily bars: the date on which it closes, and its number of daily bars. */
function coarse(days: Bars, interval: Interval): readonly (readonly [string, number])[] {
  const { closeTime, starts } = coarseGroups(days, interval);
  return Array.from(closeTime, (end, g) => [new Date(end - 1).toISOString().slice(0, 10), starts[g + 1]! - starts[g]!]);
}

/** A daily bar at midnight UTC for each of the dates of 2024, given as `MM-DD`. */
function daysOn(...dates: readonly string[]): Bars {
  const time = Float64Array.from(dates, (date) => dayOf(`2024-${date}`) * DAY_MS);
  const close = time.map((_, i) => 101 + i);
  return new Bars("1d", { time, open: close, high: close, low: close, close, volume: time.map(() => 1) });
}

test("a week resampled from daily bars closes on Friday if the weekend before it had no bars, and on Sunday otherwise", () => {
  // Until a weekend has passed, the market might trade on seven days a week.
  expect(coarse(weekdays("UTC", "2024-01-01", 15), "1wk")).toEqual([
    ["2024-01-07", 5],
    ["2024-01-12", 5],
    ["2024-01-19", 5],
  ]);
  // June 2024 ends with a Sunday, August with a Saturday, September with a Monday.
  expect(coarse(weekdays("UTC", "2024-05-27", 110), "1mo")).toEqual([
    ["2024-05-31", 5],
    ["2024-06-28", 20],
    ["2024-07-31", 23],
    ["2024-08-30", 22],
    ["2024-09-30", 21],
    ["2024-10-31", 19],
  ]);
});

test("weeks resampled from daily bars close on Sunday if the market has bars on weekends", () => {
  const days = flatBars(Array<number>(21).fill(1), "1d", dayOf("2024-01-01") * DAY_MS);
  expect(coarse(days, "1wk")).toEqual([
    ["2024-01-07", 7],
    ["2024-01-14", 7],
    ["2024-01-21", 7],
  ]);
  // A market with bars on weekends counts as a five-day market only after four weekends without bars.
  const gap = coarse(daysOn("01-01", "01-02", "01-06", "01-07", "01-08", "01-12", "01-15", "01-20", "01-22"), "1wk");
  expect(gap.map(([end]) => end)).toEqual(["2024-01-07", "2024-01-14", "2024-01-21", "2024-01-28"]);
});

test("a Saturday bar in a five-day market becomes a week of its own, and the next four weeks end with Sunday", () => {
  // 20 January 2024 is a Saturday; the other dates are Mondays and Fridays.
  const days = daysOn("01-05", "01-08", "01-12", "01-15", "01-19", "01-20", "01-22", "01-26", "01-29");
  const { time } = coarseGroups(days, "1wk");
  expect(coarse(days, "1wk")).toEqual([
    ["2024-01-07", 1],
    ["2024-01-12", 2],
    ["2024-01-19", 2],
    ["2024-01-21", 1],
    ["2024-01-28", 2],
    ["2024-02-04", 1],
  ]);
  expect(new Date(time[3]!).toISOString().slice(0, 10)).toBe("2024-01-20");
});

property([
  fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 2, maxLength: 60 }),
  fc.constantFrom<Interval>("1wk", "1mo", "3mo"),
])(
  "a complete week, month or quarter does not change when later daily bars are added, whatever days have bars",
  (steps, interval) => {
    let day = dayOf("2024-01-01");
    const time = Float64Array.from(steps, (step) => (day += step) * DAY_MS);
    const close = time.map((_, i) => i + 1);
    const days = new Bars("1d", { time, open: close, high: close, low: close, close, volume: close });
    const whole = coarseGroups(days, interval);
    for (let count = 1; count <= days.length; count++) {
      const now = time[count - 1]! + DAY_MS;
      const known = coarseGroups(days.slice(0, count), interval);
      const complete = (groups: typeof whole) => groups.closeTime.filter((end) => end <= now).length;
      expect(complete(known)).toBe(complete(whole));
      const places = known.starts.slice(0, complete(known) + 1);
      expect(whole.starts.slice(0, places.length)).toEqual(places);
    }
  },
);

describe("daily bars that do not start at midnight", () => {
  const at = (zone: string, hours: number, dates: readonly number[]): Bars => {
    const clock = zoneOf(zone);
    const time = Float64Array.from(dates, (date) => clock.toInstantOrAfter(date * DAY_MS + hours * 3_600_000));
    const { close, volume } = daysAt(zone, dates);
    return new Bars("1d", { time, open: close, high: close, low: close, close, volume }, zone);
  };
  const dates = Array.from({ length: 260 }, (_, i) => dayOf("2024-01-01") + Math.floor(i / 5) * 7 + (i % 5));
  const written = (days: Bars): number[] =>
    Array.from(barDates({ bars: days, schedule: scheduleOf(days) }).date, (date) => date / DAY_MS);

  test.each([
    ["America/New_York", 9.5],
    ["America/New_York", 16],
    ["America/Chicago", 8.5],
    ["America/Sao_Paulo", 10],
    ["Europe/London", 16.5],
    ["Europe/Berlin", 17.5],
    ["Asia/Tokyo", 9],
    ["Asia/Tokyo", 15],
    ["Australia/Sydney", 10],
    ["UTC", 16],
  ])("have their local date in %s if they start at hour %d of the day", (zone, hours) => {
    const days = at(zone, hours, dates);
    expect(written(days)).toEqual(dates);
    expect([...resample(days, "1wk").volume]).toEqual(Array<number>(52).fill(5));
  });

  test.each([
    ["America/New_York", 17],
    ["America/Chicago", 17],
    ["Europe/London", 22],
  ])("have the next local date if they start in the evening: in %s at hour %d", (zone, hours) => {
    const evenings = dates.map((date) => date - 1);
    expect(written(at(zone, hours, evenings))).toEqual(dates);
  });

  test("have the UTC date of their start if their zone is unknown and they start at 09:30 in New York", () => {
    const days = at("America/New_York", 9.5, dates);
    expect(written(new Bars("1d", days))).toEqual(dates);
  });
});
