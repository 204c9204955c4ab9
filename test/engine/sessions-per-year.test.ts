import type { Interval } from "hindcast";
import { expect, test } from "vitest";
import { sessionsPerYear } from "../../src/engine/sessions-per-year.ts";
import { FIRST_DAY } from "../support/market.ts";

const HOUR = 3_600_000;

/** Session ends over two years of days on which the market trades; day 0 is a Monday, `end` hours after whose midnight it closes. */
function yearly(trades: (weekday: number, day: number) => boolean, end: number, interval: Interval = "1d"): number {
  const days = Array.from({ length: 728 }, (_, day) => day).filter((day) => trades(day % 7, day));
  const time = Float64Array.from(days, (day) => FIRST_DAY + (day * 24 + end) * HOUR);
  return sessionsPerYear(
    interval,
    time,
    Int32Array.from(days, (_, i) => i),
  );
}
const weekdays = (weekday: number) => weekday < 5;

test.each([
  // The daily bar of an exchange begins at its midnight and ends 24 hours later.
  ["New York, where midnight is 05:00 UTC", 29],
  ["London", 24],
  ["Tokyo, where midnight is 15:00 UTC of the day before", 15],
  ["Auckland, where midnight is 11:00 UTC of the day before", 11],
])("a market of five days a week has 252 sessions a year in %s", (_, end) => {
  expect(yearly(weekdays, end)).toBe(252);
});

test("a market that trades at weekends has 365", () => {
  expect(yearly(() => true, 24)).toBe(365);
});

test("a rare session on a Saturday does not make a market of all days", () => {
  expect(yearly((weekday, day) => weekday < 5 || day === 40 || day === 397, 24)).toBe(252);
});

test("only records at which a session closed count", () => {
  const time = Float64Array.from([5, 5.2, 5.4, 1, 2].map((day) => FIRST_DAY + day * 24 * HOUR));
  expect(sessionsPerYear("1h", time, Int32Array.of(3, 4))).toBe(252);
});

test("bars of several days say it by their interval", () => {
  // 50.4 = 252 / 5
  const expected = { "5d": 50.4, "1wk": 52, "1mo": 12, "3mo": 4 } as const;
  for (const [interval, count] of Object.entries(expected))
    expect(yearly(() => true, 24, interval as Interval)).toBe(count);
});
