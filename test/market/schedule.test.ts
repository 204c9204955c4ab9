import { describe, expect, test } from "vitest";
import { regularBars } from "../../src/market/bar-sessions.ts";
import { scheduleOf } from "../../src/market/schedule.ts";
import { calendarOf } from "../../src/time/calendars/catalog.ts";
import { newYork, tokyo } from "../support/hand-calendar.ts";
import { barsAt, barsFromTo, clockIn, dailyBars, instantIn, joined } from "../support/timed-bars.ts";

const NY = "America/New_York";
const clock = (zone: string, column: Float64Array) => Array.from(column, (instant) => clockIn(zone, instant).slice(5));

describe("the schedule of bars that are a day or longer", () => {
  test("has the open and close of each bar's session, such as a close at 13:00 on an early close", () => {
    const days = dailyBars(NY, ["2015-12-23", "2015-12-24", "2015-12-28"]);
    const { openTime, closeTime, sessionOpen, sessionClose, sessionIsBar, extended } = scheduleOf(days, newYork);
    expect(clock(NY, openTime)).toEqual(["12-23 09:30", "12-24 09:30", "12-28 09:30"]);
    expect(clock(NY, closeTime)).toEqual(["12-23 16:00", "12-24 13:00", "12-28 16:00"]);
    expect(sessionIsBar).toBe(true);
    expect(sessionOpen).toBe(openTime);
    expect(sessionClose).toBe(closeTime);
    expect(extended).toBeUndefined();
  });

  test("includes sessions for which there is no bar", () => {
    const days = dailyBars(NY, ["2015-12-23", "2015-12-28"]);
    const { closeTime, sessionClose, sessionIsBar } = scheduleOf(days, newYork);
    expect(clock(NY, closeTime)).toEqual(["12-23 16:00", "12-28 16:00"]);
    expect(clock(NY, sessionClose)).toEqual(["12-23 16:00", "12-24 13:00", "12-28 16:00"]);
    expect(sessionIsBar).toBe(false);
  });

  test("opens a weekly or monthly bar with its first session and closes it with its last", () => {
    // Christmas 2015 and New Year's Day 2016 were Fridays, so both weeks ended on Thursday.
    const weeks = barsAt("1wk", [instantIn(NY, "2015-12-21 00:00"), instantIn(NY, "2015-12-28 00:00")]);
    expect(clock(NY, scheduleOf(weeks, newYork).closeTime)).toEqual(["12-24 13:00", "12-31 16:00"]);
    const months = barsAt("1mo", [instantIn(NY, "2015-11-01 00:00"), instantIn(NY, "2015-12-01 00:00")]);
    const { openTime, closeTime } = scheduleOf(months, newYork);
    expect(clock(NY, openTime)).toEqual(["11-02 09:30", "12-01 09:30"]);
    expect(clock(NY, closeTime)).toEqual(["11-30 16:00", "12-31 16:00"]);
  });

  test("has one open and one close for a bar of several days", () => {
    const months = barsAt("1mo", [instantIn(NY, "2015-11-01 00:00"), instantIn(NY, "2015-12-01 00:00")]);
    const { openTime, closeTime, sessionOpen, sessionClose, sessionIsBar } = scheduleOf(months, newYork);
    expect(sessionIsBar).toBe(true);
    expect(sessionOpen).toBe(openTime);
    expect(sessionClose).toBe(closeTime);
  });

  test("closes a 5d bar with the fifth session from its date on", () => {
    const fives = barsAt("5d", [instantIn(NY, "2015-12-22 00:00"), instantIn(NY, "2015-12-30 00:00")]);
    expect(clock(NY, scheduleOf(fives, newYork).closeTime)).toEqual(["12-29 16:00", "01-06 16:00"]);
  });

  test("throws an error with the index and time of a bar if the calendar has no session on its date", () => {
    const days = dailyBars(NY, ["2015-12-24", "2015-12-25"]);
    expect(() => scheduleOf(days, newYork)).toThrow(
      expect.objectContaining({
        code: "BARS_INVALID",
        message:
          "bar 1: calendar hand-made America/New_York has no session during the 1d bar of 2015-12-25T05:00:00.000Z: leave out the bar, or choose the calendar of its market",
        details: { row: 1, time: Date.UTC(2015, 11, 25, 5), interval: "1d", calendar: newYork.name },
      }),
    );
  });
});

describe("the schedule of intraday bars", () => {
  test("closes bars at the end of their interval, but no later than the close of the session", () => {
    const halfDay = barsFromTo("60m", 60, NY, "2015-12-24 09:30", "2015-12-24 13:00");
    const { openTime, closeTime, sessionOpen, sessionClose, sessionIsBar, extended } = scheduleOf(halfDay, newYork);
    expect(clock(NY, openTime)).toEqual(["12-24 09:30", "12-24 10:30", "12-24 11:30", "12-24 12:30"]);
    expect(clock(NY, closeTime)).toEqual(["12-24 10:30", "12-24 11:30", "12-24 12:30", "12-24 13:00"]);
    expect(clock(NY, sessionOpen)).toEqual(["12-24 09:30"]);
    expect(clock(NY, sessionClose)).toEqual(["12-24 13:00"]);
    expect(sessionIsBar).toBe(false);
    expect(extended).toBeUndefined();
  });

  test("closes bars of extended hours no later than the extended hours end, and marks the bars as extended", () => {
    const day = joined(
      barsFromTo("60m", 60, NY, "2020-02-14 08:00", "2020-02-14 09:30"),
      barsFromTo("60m", 60, NY, "2020-02-14 09:30", "2020-02-14 16:00"),
      barsFromTo("60m", 60, NY, "2020-02-14 16:00", "2020-02-14 20:00"),
      barsFromTo("60m", 60, NY, "2020-02-18 09:30", "2020-02-18 10:30"),
    );
    const { closeTime, extended, sessionOpen } = scheduleOf(day, newYork);
    expect(clock(NY, closeTime)).toEqual([
      "02-14 09:00",
      "02-14 09:30",
      "02-14 10:30",
      "02-14 11:30",
      "02-14 12:30",
      "02-14 13:30",
      "02-14 14:30",
      "02-14 15:30",
      "02-14 16:00",
      "02-14 17:00",
      "02-14 18:00",
      "02-14 19:00",
      "02-14 20:00",
      "02-18 10:30",
    ]);
    expect([...extended!]).toEqual([1, 1, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 0]);
    expect(clock(NY, sessionOpen)).toEqual(["02-14 09:30", "02-18 09:30"]);
    expect(clock(NY, regularBars(day, newYork).time).slice(5)).toEqual(["02-14 14:30", "02-14 15:30", "02-18 09:30"]);
  });

  test("closes hourly bars on full hours at the full hour, also the first bar, which contains the open at 09:30", () => {
    const hours = barsFromTo("1h", 60, NY, "2020-02-14 09:00", "2020-02-14 16:00");
    const { openTime, closeTime, extended } = scheduleOf(hours, newYork);
    expect(clock(NY, openTime).slice(0, 2)).toEqual(["02-14 09:30", "02-14 10:00"]);
    expect(clock(NY, closeTime).slice(0, 2)).toEqual(["02-14 10:00", "02-14 11:00"]);
    expect(clock(NY, closeTime).at(-1)).toBe("02-14 16:00");
    expect(extended).toBeUndefined();
  });

  test("closes a bar at the start of a break, unless trading resumes before the end of the bar", () => {
    const zone = "Asia/Tokyo";
    const hours = barsFromTo("60m", 60, zone, "2024-01-15 09:00", "2024-01-15 12:00");
    expect(clock(zone, scheduleOf(hours, tokyo).closeTime)).toEqual(["01-15 10:00", "01-15 11:00", "01-15 11:30"]);
    const long = barsFromTo("4h", 240, zone, "2024-01-15 09:00", "2024-01-15 15:00");
    expect(clock(zone, scheduleOf(long, tokyo).closeTime)).toEqual(["01-15 13:00", "01-15 15:00"]);
  });

  test("closes a bar at the end of its interval if the next session starts before that end", () => {
    // Currency pairs trade without a pause: at 22:00 UTC, Tuesday's session ends and Wednesday's begins.
    const pairs = barsFromTo("4h", 240, "UTC", "2024-01-09 16:00", "2024-01-10 04:00");
    const fx = scheduleOf(pairs, calendarOf("FX"));
    expect(clock("UTC", fx.closeTime)).toEqual(["01-09 20:00", "01-10 00:00", "01-10 04:00"]);
    expect(clock("UTC", fx.sessionClose)).toEqual(["01-09 22:00", "01-10 22:00"]);
    // Futures pause for an hour at 22:00 UTC, and trading resumes before the bar ends.
    expect(clock("UTC", scheduleOf(pairs, calendarOf("CMES")).closeTime)).toEqual(clock("UTC", fx.closeTime));
    const coins = barsFromTo("4h", 240, "UTC", "2024-01-09 18:00", "2024-01-10 06:00");
    const ends = ["01-09 22:00", "01-10 02:00", "01-10 06:00"];
    expect(clock("UTC", scheduleOf(coins, calendarOf("24/7")).closeTime)).toEqual(ends);
  });

  test("closes a bar at the close of the session if the next session starts after the end of the bar", () => {
    const friday = barsFromTo("4h", 240, "UTC", "2024-01-12 16:00", "2024-01-13 00:00");
    expect(clock("UTC", scheduleOf(friday, calendarOf("FX")).closeTime)).toEqual(["01-12 20:00", "01-12 22:00"]);
  });

  test("counts a bar outside all trading hours as extended hours of the next session", () => {
    const odd = barsAt("1m", [instantIn(NY, "2015-12-25 12:00"), instantIn(NY, "2015-12-28 09:30")]);
    const { extended, sessionOpen } = scheduleOf(odd, newYork);
    expect([...extended!]).toEqual([1, 0]);
    expect(clock(NY, sessionOpen)).toEqual(["12-28 09:30"]);
  });
});

test("the schedule of bars without rows is empty", () => {
  for (const interval of ["1d", "1m"] as const) {
    const { openTime, closeTime, sessionOpen, sessionClose } = scheduleOf(barsAt(interval, []), newYork);
    expect([openTime, closeTime, sessionOpen, sessionClose].map((column) => column.length)).toEqual([0, 0, 0, 0]);
  }
});

test("scheduleOf returns a cached schedule for the same bars and calendar", () => {
  const days = dailyBars(NY, ["2015-12-23", "2015-12-24"]);
  expect(scheduleOf(days, newYork)).toBe(scheduleOf(days, newYork));
  expect(scheduleOf(days)).not.toBe(scheduleOf(days, newYork));
  expect(scheduleOf(days).openTime).toBe(days.time);
});
