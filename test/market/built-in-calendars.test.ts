import { expect, test } from "vitest";
import { coarseGroups } from "../../src/market/coarse-groups.ts";
import { resample } from "../../src/market/resample.ts";
import { scheduleOf } from "../../src/market/schedule.ts";
import { calendarOf } from "../../src/time/calendars/catalog.ts";
import { barsAt, barsFromTo, clockIn, dailyBars, joined } from "../support/timed-bars.ts";

const clock = (zone: string, column: Float64Array) => Array.from(column, (instant) => clockIn(zone, instant).slice(5));

test("on a day with an early close in New York, resampled hourly and daily bars close at 13:00 at the latest", () => {
  const zone = "America/New_York";
  const calendar = calendarOf("XNYS");
  const minutes = joined(
    barsFromTo("5m", 5, zone, "2015-12-24 08:00", "2015-12-24 17:00"),
    barsFromTo("5m", 5, zone, "2015-12-28 09:30", "2015-12-28 16:00"),
  );
  expect(clock(zone, coarseGroups(minutes, "60m", { calendar }).closeTime).slice(0, 5)).toEqual([
    "12-24 10:30",
    "12-24 11:30",
    "12-24 12:30",
    "12-24 13:00",
    "12-28 10:30",
  ]);
  expect(clock(zone, coarseGroups(minutes, "1d", { calendar }).closeTime)).toEqual(["12-24 13:00", "12-28 16:00"]);
  // Extended hours: 18 bars of five minutes from 08:00 to 09:30, and 48 from 13:00 to 17:00.
  const { extended } = scheduleOf(minutes, calendar);
  expect(extended!.reduce((sum, one) => sum + one, 0)).toBe(18 + 48);
});

test("daily bars around the closure of 11 September 2001 resample to weeks that close at their scheduled Friday close", () => {
  const zone = "America/New_York";
  const calendar = calendarOf("XNYS");
  const days = dailyBars(zone, ["2001-09-07", "2001-09-10", "2001-09-17"]);
  const weeks = coarseGroups(days, "1wk", { calendar });
  expect(clock(zone, weeks.time)).toEqual(["09-03 00:00", "09-10 00:00", "09-17 00:00"]);
  // Trading stopped from Tuesday, 11 September on, which on Monday was not known: the week's last scheduled close was on Friday.
  expect(clock(zone, weeks.closeTime)).toEqual(["09-07 16:00", "09-14 16:00", "09-21 16:00"]);
  const recorded = barsAt("1wk", weeks.time);
  expect(scheduleOf(recorded, calendar).closeTime).toEqual(weeks.closeTime);
  // Good Friday is a scheduled holiday, so the week of 9 April 2001 ended on Thursday.
  const easter = dailyBars(zone, ["2001-04-11", "2001-04-12"]);
  expect(clock(zone, coarseGroups(easter, "1wk", { calendar }).closeTime)).toEqual(["04-12 16:00"]);
});

test("hourly bars resampled in Tokyo restart at 12:30, after the lunch break", () => {
  const zone = "Asia/Tokyo";
  const day = joined(
    barsFromTo("5m", 5, zone, "2024-01-15 09:00", "2024-01-15 11:30"),
    barsFromTo("5m", 5, zone, "2024-01-15 12:30", "2024-01-15 15:00"),
  );
  const { time } = coarseGroups(day, "60m", { calendar: calendarOf("XTKS") });
  expect(clock(zone, time).map((text) => text.slice(6))).toEqual([
    "09:00",
    "10:00",
    "11:00",
    "12:30",
    "13:30",
    "14:30",
  ]);
});

test("daily bars of the calendar FX last from 17:00 to 17:00 in New York, and Sunday evening belongs to Monday's bar", () => {
  const zone = "America/New_York";
  // In New York, clocks went forward on Sunday, 8 March 2020, before trading began at 17:00.
  const hours = joined(
    barsFromTo("60m", 60, zone, "2020-03-06 12:00", "2020-03-06 17:00"),
    barsFromTo("60m", 60, zone, "2020-03-08 17:00", "2020-03-09 18:00"),
  );
  const days = coarseGroups(hours, "1d", { calendar: calendarOf("FX") });
  expect(clock(zone, days.time)).toEqual(["03-06 00:00", "03-09 00:00", "03-10 00:00"]);
  expect([...days.starts]).toEqual([0, 5, 29, 30]);
});

test("daily bars of the calendar 24/7 are UTC days, like those of the zone UTC without a calendar", () => {
  const hours = barsFromTo("4h", 240, "UTC", "2024-02-28 00:00", "2024-03-02 00:00");
  const days = resample(hours, "1d", { calendar: calendarOf("24/7") });
  expect(days).toEqual(resample(hours, "1d", { zone: "UTC" }));
  expect(days.length).toBe(3);
});
