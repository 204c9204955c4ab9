import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Bars } from "../../src/market/bars.ts";
import { coarseGroups } from "../../src/market/coarse-groups.ts";
import { resample } from "../../src/market/resample.ts";
import { scheduleOf } from "../../src/market/schedule.ts";
import { groupBy } from "../../src/primitives/map-helpers.ts";
import { calendarOf } from "../../src/time/calendars/catalog.ts";
import { DAY_MS } from "../../src/time/civil-date.ts";
import { fixedLength, type Interval, intradayInterval } from "../../src/time/interval.ts";
import { zoneOf } from "../../src/time/zone.ts";
import { property } from "../support/property.ts";
import { barsAt, barsFromTo, clockIn, instantIn } from "../support/timed-bars.ts";

const NY = "America/New_York";
const XNYS = calendarOf("XNYS");
const clocks = (zone: string, column: Float64Array) =>
  Array.from(column, (instant) => clockIn(zone, instant).slice(11));
const FIELDS = ["time", "open", "high", "low", "close", "volume"] as const;

describe("bars of 13m at the NYSE", () => {
  test("fill a session of 390 minutes as 30 bars of 13 minutes", () => {
    const minutes = barsFromTo("1m", 1, NY, "2020-11-25 09:30", "2020-11-25 16:00");
    const bars = resample(minutes, "13m", { calendar: XNYS });
    expect(bars.interval).toBe("13m");
    expect(bars.length).toBe(30);
    expect(clocks(NY, bars.time).slice(0, 3)).toEqual(["09:30", "09:43", "09:56"]);
    expect(clocks(NY, bars.time).at(-1)).toBe("15:47");
    // Minute bars have the volumes 1, 2, 3 …: the first 13 minutes have 13 · 14 / 2 = 91.
    expect([bars.volume[0], bars.open[1], bars.close[0]]).toEqual([91, 113, 112.5]);
  });

  test("end with a bar of two minutes on a day of 210 minutes, since 16 bars of 13 minutes are 208", () => {
    const minutes = barsFromTo("1m", 1, NY, "2020-11-27 09:30", "2020-11-27 13:00");
    const { time, closeTime, starts } = coarseGroups(minutes, "13m", { calendar: XNYS });
    expect(time.length).toBe(17);
    expect(clocks(NY, time).slice(-2)).toEqual(["12:45", "12:58"]);
    expect(clocks(NY, closeTime).slice(-2)).toEqual(["12:58", "13:00"]);
    expect(Array.from(starts).slice(-2)).toEqual([208, 210]);
  });
});

test("bars of 2h begin at even hours of UTC in a market that never closes", () => {
  const hours = barsFromTo("1h", 60, "UTC", "2024-03-09 00:00", "2024-03-11 00:00");
  for (const options of [{}, { calendar: calendarOf("24/7") }]) {
    const bars = resample(hours, "2h", options);
    expect(clocks("UTC", bars.time).slice(0, 3)).toEqual(["00:00", "02:00", "04:00"]);
    // Hourly bars have the volumes 1, 2, 3 ….
    expect([bars.length, bars.volume[0], bars.volume[23]]).toEqual([24, 3, 95]);
  }
});

test("bars of 45m of a currency pair are counted from 17:00 in New York, also on the Sunday when clocks change", () => {
  // Clocks went forward on 10 March 2024 at 02:00, so 17:00 is 21:00 UTC.
  const open = Date.UTC(2024, 2, 10, 21);
  const minutes = barsAt(
    "5m",
    Array.from({ length: 36 }, (_, i) => open + i * 300_000),
  );
  const bars = resample(minutes, "45m", { calendar: calendarOf("FX") });
  expect(clocks(NY, bars.time)).toEqual(["17:00", "17:45", "18:30", "19:15"]);
  expect([...bars.volume]).toEqual([45, 126, 207, 288]);
});

test("bars of 15s have the first open and the last close of 15 bars of one second", () => {
  const seconds = barsAt(
    "1s",
    Array.from({ length: 60 }, (_, i) => instantIn(NY, "2020-02-14 09:30") + i * 1000),
  );
  const bars = resample(seconds, "15s", { calendar: XNYS });
  expect([...bars.time].map((time) => (time - bars.time[0]!) / 1000)).toEqual([0, 15, 30, 45]);
  expect([...bars.open]).toEqual([100, 115, 130, 145]);
  expect([...bars.close]).toEqual([114.5, 129.5, 144.5, 159.5]);
  expect([...bars.volume]).toEqual([120, 345, 570, 795]);
});

describe("an interval that divides neither a day nor a session", () => {
  const minutes = barsFromTo("1m", 1, "UTC", "2024-03-12 14:00", "2024-03-12 16:00");

  test.each([
    ["7m", undefined, "interval must divide a day, such as 6m or 8m, was 7m", ["6m", "8m"]],
    ["7m", "24/7", "interval must divide a day, such as 6m or 8m, was 7m", ["6m", "8m"]],
    ["13m", "24/7", "interval must divide a day, such as 12m or 15m, was 13m", ["12m", "15m"]],
    ["7h", "24/7", "interval must divide a day, such as 6h or 8h, was 7h", ["6h", "8h"]],
    ["13h", "24/7", "interval must divide a day, such as 12h or 1d, was 13h", ["12h", "1d"]],
    [
      "14m",
      "XNYS",
      "interval must divide a day or the usual session of XNYS (390 minutes), such as 13m or 15m, was 14m",
      ["13m", "15m"],
    ],
    [
      "35m",
      "XTKS",
      "interval must divide a day or the usual session of XTKS (150 and 150 minutes), such as 32m or 36m, was 35m",
      ["32m", "36m"],
    ],
  ] as const)("is refused with near lengths: %s in %s", (interval, name, message, available) => {
    const calendar = name === undefined ? undefined : calendarOf(name);
    expect(() => resample(minutes, interval, { calendar })).toThrow(
      expect.objectContaining({ code: "INTERVAL_UNAVAILABLE", message, details: { interval, available } }),
    );
  });

  test("is refused on every day of the NYSE alike, also in the week of an early close", () => {
    const day = barsFromTo("1m", 1, NY, "2020-11-27 09:30", "2020-11-27 13:00");
    // 14 minutes divide the 210 minutes of that day, but not the usual session.
    expect(() => resample(day, "14m", { calendar: XNYS })).toThrow("(390 minutes), such as 13m or 15m, was 14m");
    expect(resample(day, "13m", { calendar: XNYS }).length).toBe(17);
  });

  test("is accepted as the interval of recorded bars, and near lengths then are multiples of it", () => {
    const bars = barsFromTo("7m", 7, "UTC", "2024-03-12 00:00", "2024-03-12 12:00");
    expect(resample(bars, "7m")).toBe(bars);
    expect(resample(bars, "420s").interval).toBe("420s");
    expect(() => resample(bars, "14m")).toThrow("interval must divide a day, such as 1d, was 14m");
    expect(() => resample(bars, "10m")).toThrow("or another multiple of 7m for 7m bars, was 10m");
  });
});

/** Seconds of sessions of the NYSE in which a trade happened, random and sorted, as bars of 1s. */
const tradedSeconds = fc
  .array(
    fc.tuple(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 23_399 }), fc.integer({ min: 1, max: 99 })),
    {
      minLength: 1,
      maxLength: 400,
    },
  )
  .map((rows) => {
    // Wednesday to Tuesday around the early close of 27 November 2020; the 26th has no session.
    const days = [25, 27, 30, 31, 32].map((day) => Date.UTC(2020, 10, day) / DAY_MS);
    const bySecond = new Map<number, number>();
    for (const [day, second, price] of rows) {
      const { open, close } = XNYS.session(days[day]!)!;
      const time = open + second * 1000;
      if (time < close) bySecond.set(time, price);
    }
    const sorted = [...bySecond].toSorted(([a], [b]) => a - b);
    const price = Float64Array.from(sorted, ([, value]) => value);
    const time = Float64Array.from(sorted, ([at]) => at);
    return new Bars("1s", { time, open: price, high: price, low: price, close: price, volume: price });
  });

/** Two lengths, of which the first divides the second and the second divides a session of 390 minutes. */
const nested = fc
  .constantFrom(...divisorsOf(23_400).filter((seconds) => seconds > 1))
  .chain((coarse) => fc.tuple(fc.constantFrom(...divisorsOf(coarse)), fc.constant(coarse)))
  .map((pair) => pair.map((seconds) => intradayInterval(seconds * 1000)!) as [Interval, Interval]);

function divisorsOf(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i + 1).filter((one) => count % one === 0);
}

property([tradedSeconds, nested])(
  "resampling seconds to any interval in two steps gives the same bars as in one step",
  (seconds, [fine, coarse]) => {
    const twice = resample(resample(seconds, fine, { calendar: XNYS }), coarse, { calendar: XNYS });
    const once = resample(seconds, coarse, { calendar: XNYS });
    for (const name of FIELDS) expect(twice[name]).toEqual(once[name]);
  },
);

property([tradedSeconds, nested])(
  "a bar of any interval has the prices of the seconds in it",
  (seconds, [, coarse]) => {
    const bars = resample(seconds, coarse, { calendar: XNYS });
    const length = fixedLength(coarse)!;
    // Counted from the open by hand: New York is five hours behind UTC in these weeks, and opens at 09:30.
    const startOf = (time: number) => {
      const midnight = Math.floor((time - 5 * 3_600_000) / DAY_MS) * DAY_MS + 5 * 3_600_000;
      const open = midnight + 9.5 * 3_600_000;
      return open + Math.floor((time - open) / length) * length;
    };
    const members = groupBy(
      Array.from(seconds.time, (_, i) => i),
      (i) => startOf(seconds.time[i]!),
    );
    expect([...bars.time]).toEqual([...members.keys()]);
    const prices = [...members.values()].map((rows) => rows.map((i) => seconds.close[i]!));
    expect([...bars.high]).toEqual(prices.map((list) => Math.max(...list)));
    expect([...bars.low]).toEqual(prices.map((list) => Math.min(...list)));
    expect([...bars.open]).toEqual(prices.map((list) => list[0]));
    expect([...bars.close]).toEqual(prices.map((list) => list.at(-1)));
  },
);

property([tradedSeconds, nested, fc.double({ min: 0, max: 1, noNaN: true })])(
  "an unfinished bar of any interval is never returned, and a finished one never changes",
  (seconds, [, coarse], share) => {
    const count = Math.floor(share * seconds.length);
    const { closeTime } = scheduleOf(seconds, XNYS);
    const upTo = count === 0 ? -Infinity : closeTime[count - 1]!;
    const known = resample(seconds.slice(0, count), coarse, { calendar: XNYS, upTo });
    const whole = resample(seconds, coarse, { calendar: XNYS });
    const groups = coarseGroups(seconds, coarse, { calendar: XNYS });
    const finished = groups.closeTime.filter((close) => close <= upTo).length;
    expect(known.length).toBe(finished);
    for (const name of FIELDS) expect(known[name]).toEqual(whole[name].slice(0, finished));
    // A bar ends when its length is over or its session closes, whichever is first.
    for (let i = 0; i < groups.length; i++) {
      const session = XNYS.session(Math.floor(zoneOf(NY).toLocal(groups.time[i]!) / DAY_MS))!;
      expect(groups.closeTime[i]).toBe(Math.min(groups.time[i]! + fixedLength(coarse)!, session.close));
    }
  },
);

describe("2h bars of hourly bars that start off the even hours", () => {
  const joined = (...starts: string[]) => {
    const bars = barsAt(
      "60m",
      starts.map((start) => Date.parse(`2024-01-08T${start}Z`)),
    );
    const { time, closeTime, starts: first } = coarseGroups(bars, "2h", { calendar: calendarOf("24/7") });
    return Array.from(time, (at, group) => [
      ...clocks("UTC", Float64Array.of(at, closeTime[group]!)),
      first[group + 1]! - first[group]!,
    ]);
  };

  test("are complete when their last hourly bar ends", () => {
    expect(joined("00:30", "01:30", "02:30", "03:30")).toEqual([
      ["00:00", "02:30", 2],
      ["02:00", "04:30", 2],
    ]);
  });

  test("are complete at the same time if the last hourly bar is missing, since it may still be open at 02:00", () => {
    expect(joined("00:30")).toEqual([["00:00", "02:30", 1]]);
    expect(joined("00:30", "02:30")[0]).toEqual(["00:00", "02:30", 1]);
  });

  test("are complete at even hours if the hourly bars are, with or without the last", () => {
    expect(joined("00:00", "01:00", "02:00")).toEqual([
      ["00:00", "02:00", 2],
      ["02:00", "04:00", 1],
    ]);
  });

  test("leave an hourly bar that ends after they were complete to a bar of its own", () => {
    expect(joined("00:00", "01:45", "02:45")).toEqual([
      ["00:00", "02:00", 1],
      ["01:45", "02:45", 1],
      ["02:00", "04:45", 1],
    ]);
  });

  test("end with the hourly bar that reaches into the next day", () => {
    expect(joined("22:30", "23:30")).toEqual([["22:00", "00:30", 2]]);
    expect(joined("22:30")).toEqual([["22:00", "00:30", 1]]);
  });
});
