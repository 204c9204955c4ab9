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

test("session anchor ids of intraday bars without a calendar are the start of the first bar of the UTC day", () => {
  const ids = [...anchorOf(halfHours, "session")];
  expect(ids.slice(0, 5)).toEqual(Array(5).fill(day(1, 1) + 21.5 * HOUR));
  expect(ids.slice(5)).toEqual(Array(7).fill(day(1, 2)));
});

test("session anchor ids of daily bars differ from bar to bar", () => {
  expect([...anchorOf(flatBars([1, 2, 3]), "session")]).toEqual([day(1, 1), day(1, 2), day(1, 3)]);
});

test("week anchor ids change on Monday", () => {
  const days = flatBars(Array<number>(9).fill(1), "1d", day(1, 5));
  const [first, second, third] = [day(1, 1), day(1, 8), day(1, 15)];
  // Three bars from Friday to Sunday, then six bars of the next week.
  expect([...anchorOf(days, "week")]).toEqual([first, first, first, ...Array<number>(6).fill(second)]);
  expect([...anchorOf(flatBars([1], "1d", day(1, 15)), "week")]).toEqual([third]);
});

test("month anchor ids change on the first day of each month, also in leap years and before 1970", () => {
  const days = flatBars([1, 1, 1], "1d", day(2, 28));
  expect([...anchorOf(days, "month")]).toEqual([day(2, 1), day(2, 1), day(3, 1)]);
  const early = flatBars([1, 1], "1d", Date.UTC(1969, 10, 30));
  expect([...anchorOf(early, "month")]).toEqual([Date.UTC(1969, 10, 1), Date.UTC(1969, 11, 1)]);
  expect([...anchorOf(early, "week")]).toEqual([Date.UTC(1969, 10, 24), Date.UTC(1969, 11, 1)]);
});

test("all bars have one anchor id if the anchor period is none", () => {
  expect([...anchorOf(halfHours, "none")]).toEqual(Array(12).fill(0));
});

test("anchorOf returns an empty column for bars without rows", () => {
  for (const period of ["session", "week", "month", "none"] as const)
    expect(anchorOf(halfHours.slice(0, 0), period).length).toBe(0);
});

property([arbitraryBars])(
  "session anchor ids equal the session starts in the schedule of the bars, and never decrease",
  (bars) => {
    expect(anchorOf(bars, "session")).toEqual(scheduleOf(bars).sessionOpen);
    for (const period of ["session", "week", "month"] as const) {
      const ids = anchorOf(bars, period);
      expect(ids.every((id, i) => id <= bars.time[i]! && (i === 0 || id >= ids[i - 1]!))).toBe(true);
    }
  },
);

test("bars in extended hours have the anchor id of their session if there is a calendar", () => {
  const zone = "America/New_York";
  const starts = ["2020-02-13 19:59", "2020-02-14 04:00", "2020-02-14 09:30", "2020-02-14 19:59", "2020-02-18 09:30"];
  const bars = barsAt(
    "1m",
    starts.map((text) => instantIn(zone, text)),
  );
  const ids = (period: "session" | "week" | "month") =>
    Array.from(anchorOf(bars, period, newYork), (id) => clockIn(zone, id).slice(5));
  // 19:59 in New York is on the next day in UTC. Monday, 17 February 2020 was Presidents' Day, a holiday.
  expect(ids("session")).toEqual(["02-13 00:00", "02-14 00:00", "02-14 00:00", "02-14 00:00", "02-18 00:00"]);
  expect(ids("week")).toEqual(["02-10 00:00", "02-10 00:00", "02-10 00:00", "02-10 00:00", "02-17 00:00"]);
  expect(ids("month")).toEqual(Array(5).fill("02-01 00:00"));
  expect([...anchorOf(bars, "none", newYork)]).toEqual(Array(5).fill(0));
});

test("evening bars have the anchor id of the next date if the calendar opens the session in the evening", () => {
  const zone = "America/Chicago";
  const globex = handCalendar({ zone, open: -7, close: 16 });
  const bars = barsAt("1h", [instantIn(zone, "2024-01-31 15:00"), instantIn(zone, "2024-01-31 17:00")]);
  for (const period of ["session", "month"] as const)
    expect(clockIn(zone, anchorOf(bars, period, globex)[1]!)).toBe("2024-02-01 00:00");
});

test("bars of a calendar east of Greenwich have the anchor id of their local date, not of the UTC date", () => {
  const zone = "Asia/Tokyo";
  const tokyo = handCalendar({ zone, open: 9, close: 15 });
  const days = dailyBars(zone, ["2024-01-31", "2024-02-01"]);
  expect(Array.from(anchorOf(days, "month", tokyo), (id) => clockIn(zone, id))).toEqual([
    "2024-01-01 00:00",
    "2024-02-01 00:00",
  ]);
});
