import { describe, expect, test } from "vitest";
import { Bars } from "../../src/market/bars.ts";
import { coarseGroups, coarserIntervals } from "../../src/market/coarse-groups.ts";
import { resample } from "../../src/market/resample.ts";
import type { Interval } from "../../src/time/interval.ts";
import { dayOf, handCalendar, newYork, tokyo } from "../support/hand-calendar.ts";
import { barsAt, barsFromTo, clockIn, dailyBars, instantIn, joined } from "../support/timed-bars.ts";

const NY = "America/New_York";
const clock = (zone: string, column: Float64Array) => Array.from(column, (instant) => clockIn(zone, instant).slice(5));

/** Dates with a session in New York, from one date to another. */
function sessionDates(from: string, to: string): string[] {
  const { date } = newYork.sessions(dayOf(from), dayOf(to));
  return Array.from(date, (day) => new Date(day * 86_400_000).toISOString().slice(0, 10));
}

describe("intraday bars resampled to a longer interval", () => {
  const minutes = barsFromTo("1m", 1, NY, "2020-02-14 09:30", "2020-02-14 16:00");

  test("start at the open of the session, and the last bar of the session is shorter", () => {
    const hours = resample(minutes, "60m", { calendar: newYork });
    expect(clock(NY, hours.time)).toEqual(
      ["09:30", "10:30", "11:30", "12:30", "13:30", "14:30", "15:30"].map((time) => `02-14 ${time}`),
    );
    // Minute bars have the volumes 1, 2, 3 …: the first hour has 1 + … + 60 = 1830, the last half hour 361 + … + 390 = 11265.
    expect([hours.volume[0], hours.volume[6]]).toEqual([1830, 11265]);
    expect([hours.open[1], hours.high[1], hours.low[1], hours.close[1]]).toEqual([160, 220, 159, 219.5]);
    expect(clock(NY, resample(minutes, "90m", { calendar: newYork }).time)).toEqual(
      ["09:30", "11:00", "12:30", "14:00", "15:30"].map((time) => `02-14 ${time}`),
    );
    const fourHours = coarseGroups(minutes, "4h", { calendar: newYork });
    expect(clock(NY, fourHours.time)).toEqual(["02-14 09:30", "02-14 13:30"]);
    expect(clock(NY, fourHours.closeTime)).toEqual(["02-14 13:30", "02-14 16:00"]);
    expect([...fourHours.starts]).toEqual([0, 240, 390]);
  });

  test("close at 13:00 at the latest on a day with an early close at 13:00", () => {
    const halfDay = barsFromTo("5m", 5, NY, "2015-12-24 09:30", "2015-12-24 13:00");
    const { closeTime } = coarseGroups(halfDay, "60m", { calendar: newYork });
    expect(clock(NY, closeTime)).toEqual(["12-24 10:30", "12-24 11:30", "12-24 12:30", "12-24 13:00"]);
  });

  test("never contain both bars of regular hours and bars of extended hours", () => {
    const whole = barsFromTo("15m", 15, NY, "2020-02-14 04:00", "2020-02-14 20:00");
    const all = coarseGroups(whole, "60m", { calendar: newYork, hours: "extended" });
    expect(clock(NY, all.time).map((time) => time.slice(6))).toEqual([
      "04:00",
      "05:00",
      "06:00",
      "07:00",
      "08:00",
      "09:00",
      "09:30",
      "10:30",
      "11:30",
      "12:30",
      "13:30",
      "14:30",
      "15:30",
      "16:00",
      "17:00",
      "18:00",
      "19:00",
    ]);
    expect(clockIn(NY, all.closeTime[5]!)).toBe("2020-02-14 09:30");
    const regular = resample(whole, "60m", { calendar: newYork });
    expect(clockIn(NY, regular.time[0]!)).toBe("2020-02-14 09:30");
    expect(regular.length).toBe(7);
    expect(resample(whole, "15m", { calendar: newYork }).length).toBe(26);
  });

  test("restart when trading resumes after a lunch break", () => {
    const zone = "Asia/Tokyo";
    const day = joined(
      barsFromTo("30m", 30, zone, "2024-01-15 09:00", "2024-01-15 11:30"),
      barsFromTo("30m", 30, zone, "2024-01-15 12:30", "2024-01-15 15:00"),
    );
    const { time, closeTime } = coarseGroups(day, "60m", { calendar: tokyo });
    expect(clock(zone, time).map((text) => text.slice(6))).toEqual([
      "09:00",
      "10:00",
      "11:00",
      "12:30",
      "13:30",
      "14:30",
    ]);
    expect(clockIn(zone, closeTime[2]!)).toBe("2024-01-15 11:30");
    expect(clockIn(zone, closeTime[5]!)).toBe("2024-01-15 15:00");
  });

  test("of a market that never closes have 23 or 25 hours in a daily bar when clocks change", () => {
    const always = handCalendar({ zone: NY, open: 0, close: 24, weekdays: [0, 1, 2, 3, 4, 5, 6] });
    for (const [date, next, hours] of [
      ["2020-03-08", "2020-03-09", 23],
      ["2020-11-01", "2020-11-02", 25],
    ] as const) {
      const day = barsFromTo("60m", 60, NY, `${date} 00:00`, `${next} 04:00`);
      for (const options of [{ calendar: always }, { zone: NY }]) {
        const days = coarseGroups(day, "1d", options);
        expect([...days.starts]).toEqual([0, hours, hours + 4]);
        expect(days.time[1]! - days.time[0]!).toBe(hours * 3_600_000);
        expect(days.closeTime[0]).toBe(days.time[1]);
        // A day of 23 hours has six 4h bars, the last of three hours; a day of 25 hours has seven, the last of one hour.
        const fourHours = coarseGroups(day, "4h", options);
        expect(fourHours.length).toBe(hours === 23 ? 7 : 8);
        expect(fourHours.closeTime[hours === 23 ? 5 : 6]).toBe(days.time[1]);
      }
    }
  });

  test("leave out bars in which nothing traded", () => {
    const some = barsAt(
      "1m",
      ["09:31", "09:58", "11:45"].map((time) => instantIn(NY, `2020-02-14 ${time}`)),
    );
    const bars = resample(some, "30m", { calendar: newYork });
    expect(clock(NY, bars.time)).toEqual(["02-14 09:30", "02-14 11:30"]);
    expect([...bars.volume]).toEqual([3, 3]);
  });

  test("from hourly bars on full hours close when their last hourly bar closes", () => {
    const hours = barsFromTo("60m", 60, NY, "2020-02-14 09:00", "2020-02-14 16:00");
    const { time, closeTime } = coarseGroups(hours, "4h", { calendar: newYork });
    expect(clock(NY, time)).toEqual(["02-14 09:30", "02-14 13:30"]);
    expect(clock(NY, closeTime)).toEqual(["02-14 14:00", "02-14 16:00"]);
  });
});

describe("daily bars resampled from intraday bars", () => {
  const minutes = joined(
    barsFromTo("15m", 15, NY, "2015-12-23 08:00", "2015-12-23 20:00"),
    barsFromTo("15m", 15, NY, "2015-12-24 09:30", "2015-12-24 13:00"),
    barsFromTo("15m", 15, NY, "2015-12-28 09:30", "2015-12-28 16:00"),
  );

  test("contain regular hours by default, and are stamped at midnight in the zone of the exchange", () => {
    const { time, closeTime, starts, source } = coarseGroups(minutes, "1d", { calendar: newYork });
    expect(clock(NY, time)).toEqual(["12-23 00:00", "12-24 00:00", "12-28 00:00"]);
    expect(clock(NY, closeTime)).toEqual(["12-23 16:00", "12-24 13:00", "12-28 16:00"]);
    expect([...starts]).toEqual([0, 26, 40, 66]);
    expect(source.open[0]).toBe(106);
    const all = coarseGroups(minutes, "1d", { calendar: newYork, hours: "extended" });
    expect([...all.starts]).toEqual([0, 48, 62, 88]);
    expect(clockIn(NY, all.closeTime[0]!)).toBe("2015-12-23 20:00");
  });

  test("are UTC days if there is no calendar", () => {
    const hours = barsFromTo("60m", 60, "UTC", "2024-01-01 22:00", "2024-01-02 02:00");
    const days = resample(hours, "1d");
    expect([...days.time]).toEqual([Date.UTC(2024, 0, 1), Date.UTC(2024, 0, 2)]);
    expect([...days.volume]).toEqual([3, 7]);
  });

  test("of a futures session that opens in the evening have the date of its close", () => {
    const globex = handCalendar({ zone: "America/Chicago", open: -7, close: 16 });
    const hours = barsFromTo("60m", 60, "America/Chicago", "2024-01-07 17:00", "2024-01-08 16:00");
    const days = coarseGroups(hours, "1d", { calendar: globex });
    expect(clock("America/Chicago", days.time)).toEqual(["01-08 00:00"]);
    expect([...days.starts]).toEqual([0, 23]);
  });
});

describe("bars resampled from daily bars", () => {
  test("to weeks start on Monday, even if a week contains New Year or its Monday is a holiday", () => {
    const days = dailyBars(NY, sessionDates("2015-12-21", "2016-01-08"));
    const { time, closeTime, starts } = coarseGroups(days, "1wk", { calendar: newYork });
    expect(clock(NY, time)).toEqual(["12-21 00:00", "12-28 00:00", "01-04 00:00"]);
    expect(clock(NY, closeTime)).toEqual(["12-24 13:00", "12-31 16:00", "01-08 16:00"]);
    expect([...starts]).toEqual([0, 4, 8, 13]);
    const presidents = dailyBars(NY, sessionDates("2020-02-14", "2020-02-21"));
    expect(clock(NY, resample(presidents, "1wk", { calendar: newYork }).time)).toEqual(["02-10 00:00", "02-17 00:00"]);
  });

  test("to months or quarters are stamped at the first day of the month or quarter", () => {
    const days = dailyBars(NY, sessionDates("2015-02-27", "2015-04-02"));
    expect(clock(NY, resample(days, "1mo", { calendar: newYork }).time)).toEqual([
      "02-01 00:00",
      "03-01 00:00",
      "04-01 00:00",
    ]);
    const quarters = coarseGroups(days, "3mo", { calendar: newYork });
    expect(clock(NY, quarters.time)).toEqual(["01-01 00:00", "04-01 00:00"]);
    expect(clock(NY, quarters.closeTime)).toEqual(["03-31 16:00", "06-30 16:00"]);
    const months = resample(days, "1mo", { calendar: newYork });
    expect(resample(months, "3mo", { calendar: newYork })).toEqual(resample(days, "3mo", { calendar: newYork }));
  });

  test("to five sessions group dates identically, whichever date the bars begin with", () => {
    const dates = sessionDates("2015-11-02", "2016-01-29");
    const stamps = (from: number) => [...resample(dailyBars(NY, dates.slice(from)), "5d", { calendar: newYork }).time];
    const all = stamps(0);
    // 5d bars count sessions from 1970. 11,955 sessions, a multiple of five, come before 30 October 2015, so a bar starts there.
    expect(clock(NY, Float64Array.from(all)).slice(0, 3)).toEqual(["10-30 00:00", "11-06 00:00", "11-13 00:00"]);
    for (const from of [1, 2, 3, 7, 11]) expect(all.slice(-stamps(from).length)).toEqual(stamps(from));
    const { closeTime } = coarseGroups(dailyBars(NY, dates), "5d", { calendar: newYork });
    expect(clockIn(NY, closeTime[1]!)).toBe("2015-11-12 16:00");
  });

  test("leave out bars that are incomplete at the time upTo", () => {
    const days = dailyBars(NY, sessionDates("2015-12-21", "2015-12-30"));
    const weeks = (upTo: number) => resample(days, "1wk", { calendar: newYork, upTo }).length;
    expect(resample(days, "1wk", { calendar: newYork }).length).toBe(2);
    expect(weeks(instantIn(NY, "2015-12-24 12:59"))).toBe(0);
    expect(weeks(instantIn(NY, "2015-12-24 13:00"))).toBe(1);
    expect(weeks(instantIn(NY, "2015-12-31 15:59"))).toBe(1);
    expect(weeks(instantIn(NY, "2015-12-31 16:00"))).toBe(2);
  });
});

describe("the target interval of resample", () => {
  test("may be any interval into which the interval of the bars fits", () => {
    expect(coarserIntervals("30m")).toEqual(["30m", "60m", "90m", "1h", "4h", "1d", "5d", "1wk", "1mo", "3mo"]);
    expect(coarserIntervals("2m")).toEqual(["2m", "30m", "60m", "90m", "1h", "4h", "1d", "5d", "1wk", "1mo", "3mo"]);
    expect(coarserIntervals("90m")).toEqual(["90m", "1d", "5d", "1wk", "1mo", "3mo"]);
    expect(coarserIntervals("1d")).toEqual(["1d", "5d", "1wk", "1mo", "3mo"]);
    expect(coarserIntervals("1wk")).toEqual(["1wk"]);
    expect(coarserIntervals("1mo")).toEqual(["1mo", "3mo"]);
  });

  test("throws an error that lists the available intervals if it is shorter than that of the bars", () => {
    const days = dailyBars(NY, ["2015-12-23"]);
    expect(() => resample(days, "60m", { calendar: newYork })).toThrow(
      expect.objectContaining({
        code: "INTERVAL_UNAVAILABLE",
        message: "interval must be one of 1d, 5d, 1wk, 1mo, 3mo for 1d bars, was 60m",
        details: { interval: "60m", recorded: "1d", available: ["1d", "5d", "1wk", "1mo", "3mo"] },
      }),
    );
  });

  test("may be another name of the same length: 1h and 60m give the same bars", () => {
    const hours = barsFromTo("60m", 60, NY, "2020-02-14 09:30", "2020-02-14 16:00");
    const same = resample(hours, "1h", { calendar: newYork });
    expect(same.interval).toBe("1h");
    expect(same.close).toEqual(hours.close);
    expect(resample(hours, "60m", { calendar: newYork })).toBe(hours);
  });

  test("does not matter if there are no bars, since the result is empty", () => {
    for (const interval of ["60m", "1d", "5d", "1wk", "3mo"] as Interval[])
      for (const options of [{}, { calendar: newYork }])
        expect(resample(barsAt("1m", []), interval, options).length).toBe(0);
  });
});

test("all prices of a resampled bar that contains a split are adjusted to its last session", () => {
  // Like Apple around its 4:1 split of August 2020: the price falls from some 412 to some 102 on the ex-date, a Wednesday.
  const days = dailyBars(NY, ["2020-02-18", "2020-02-19", "2020-02-20"]);
  const bars = new Bars("1d", {
    time: days.time,
    open: Float64Array.of(400, 104, 101),
    high: Float64Array.of(420, 106, 103),
    low: Float64Array.of(396, 100, 98),
    close: Float64Array.of(412, 102, 100),
    volume: Float64Array.of(1000, 4400, 4000),
    adjClose: Float64Array.of(103, 102, 100),
  });
  const split = {
    symbol: "A",
    kind: "split",
    exDate: dayOf("2020-02-19"),
    ratio: 4,
    cash: 0,
    currency: "USD",
  } as const;
  const week = resample(bars, "1wk", { calendar: newYork, actions: [split] });
  expect([week.open[0], week.high[0], week.low[0], week.close[0]]).toEqual([100, 106, 98, 100]);
  expect(week.volume[0]).toBe(12_400);
  expect(week.adjClose![0]).toBe(100);
  expect(resample(bars, "1wk", { calendar: newYork }).high[0]).toBe(420);
  const adjusted = resample(bars, "1wk", { calendar: newYork, actions: [split], basis: "split_adjusted" });
  expect(adjusted.high[0]).toBe(420);
});
