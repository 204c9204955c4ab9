import { expect, test } from "vitest";
import { anchorOf } from "../../src/market/anchor.ts";
import { scheduleOf } from "../../src/market/schedule.ts";
import { arbitraryBars } from "../support/arbitrary-bars.ts";
import { handCalendar, newYork } from "../support/hand-calendar.ts";
import { flatBars } from "../support/market.ts";
import { barsAt, clockIn, dailyBars, instantIn } from "../support/timed-bars.ts";
import { property } from "../support/property.ts";

const HOUR = 3_600_000;
const day = (month: number, date: number) => Date.UTC(2024, month - 1, date);

/** Twelve bars half an hour apart, the first at 21:30 UTC on Monday, 1 January 2024. */
const halfHours = flatBars(Array<number>(12).fill(1), "30m", day(1, 1) + 21.5 * HOUR);

test("anchor ids of intraday bars are the start of the first bar of the UTC day", () => {
  const ids = [...anchorOf(halfHours, "session")];
  expect(ids.slice(0, 5)).toEqual(Array(5).fill(day(1, 1) + 21.5 * HOUR));
  expect(ids.slice(5)).toEqual(Array(7).fill(day(1, 2)));
});

test("anchor ids of daily bars differ for each session", () => {
  expect([...anchorOf(flatBars([1, 2, 3]), "session")]).toEqual([day(1, 1), day(1, 2), day(1, 3)]);
});

test("anchor ids of weeks start on Monday", () => {
  const days = flatBars(Array<number>(9).fill(1), "1d", day(1, 5));
  const [first, second, third] = [day(1, 1), day(1, 8), day(1, 15)];
  // Friday to Sunday of one week, then the next.
  expect([...anchorOf(days, "week")]).toEqual([first, first, first, ...Array<number>(6).fill(second)]);
  expect([...anchorOf(flatBars([1], "1d", day(1, 15)), "week")]).toEqual([third]);
});

test("anchor ids of months start on their first day, in leap years and before 1970 too", () => {
  const days = flatBars([1, 1, 1], "1d", day(2, 28));
  expect([...anchorOf(days, "month")]).toEqual([day(2, 1), day(2, 1), day(3, 1)]);
  const early = flatBars([1, 1], "1d", Date.UTC(1969, 10, 30));
  expect([...anchorOf(early, "month")]).toEqual([Date.UTC(1969, 10, 1), Date.UTC(1969, 11, 1)]);
  expect([...anchorOf(early, "week")]).toEqual([Date.UTC(1969, 10, 24), Date.UTC(1969, 11, 1)]);
});

test("anchor ids with period none are all equal", () => {
  expect([...anchorOf(halfHours, "none")]).toEqual(Array(12).fill(0));
});

test("anchor ids of no bars are empty", () => {
  for (const period of ["session", "week", "month", "none"] as const)
    expect(anchorOf(halfHours.slice(0, 0), period).length).toBe(0);
});

property([arbitraryBars])("anchor ids of sessions equal those of the schedule, and never fall", (bars) => {
  expect(anchorOf(bars, "session")).toEqual(scheduleOf(bars).sessionOpen);
  for (const period of ["session", "week", "month"] as const) {
    const ids = anchorOf(bars, period);
    expect(ids.every((id, i) => id <= bars.time[i]! && (i === 0 || id >= ids[i - 1]!))).toBe(true);
  }
});

test("anchor ids with a calendar put bars outside regular hours into their session", () => {
  const zone = "America/New_York";
  const starts = ["2020-02-13 19:59", "2020-02-14 04:00", "2020-02-14 09:30", "2020-02-14 19:59", "2020-02-18 09:30"];
  const bars = barsAt(
    "1m",
    starts.map((text) => instantIn(zone, text)),
  );
  const ids = (period: "session" | "week" | "month") =>
    Array.from(anchorOf(bars, period, newYork), (id) => clockIn(zone, id).slice(5));
  // 19:59 in New York is the next day in UTC. Monday the 17th was Presidents' Day.
  expect(ids("session")).toEqual(["02-13 00:00", "02-14 00:00", "02-14 00:00", "02-14 00:00", "02-18 00:00"]);
  expect(ids("week")).toEqual(["02-10 00:00", "02-10 00:00", "02-10 00:00", "02-10 00:00", "02-17 00:00"]);
  expect(ids("month")).toEqual(Array(5).fill("02-01 00:00"));
  expect([...anchorOf(bars, "none", newYork)]).toEqual(Array(5).fill(0));
});

test("anchor ids with a calendar put the evening before into the session of the next date", () => {
  const zone = "America/Chicago";
  const globex = handCalendar({ zone, open: -7, close: 16 });
  const bars = barsAt("1h", [instantIn(zone, "2024-01-31 15:00"), instantIn(zone, "2024-01-31 17:00")]);
  for (const period of ["session", "month"] as const)
    expect(clockIn(zone, anchorOf(bars, period, globex)[1]!)).toBe("2024-02-01 00:00");
});

test("anchor ids with a calendar keep dates east of Greenwich", () => {
  const zone = "Asia/Tokyo";
  const tokyo = handCalendar({ zone, open: 9, close: 15 });
  const days = dailyBars(zone, ["2024-01-31", "2024-02-01"]);
  expect(Array.from(anchorOf(days, "month", tokyo), (id) => clockIn(zone, id))).toEqual([
    "2024-01-01 00:00",
    "2024-02-01 00:00",
  ]);
});
