import { backtest, defineStrategy, type Interval, marketOf, resample } from "hindcast";
import { readBars } from "hindcast/data";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sessionsPerYear } from "../../src/engine/sessions-per-year.ts";
import { ROOT } from "../house/source-files.ts";
import { FIRST_DAY } from "../support/market.ts";

const HOUR = 3_600_000;

/**
 * Sessions per year of a market over two years. Day 0 is a Monday, and each session closes `end` hours after midnight.
 */
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
  // A daily bar of an exchange begins at the exchange's midnight and ends 24 hours later.
  ["New York, where midnight is 05:00 UTC", 29],
  ["London", 24],
  ["Tokyo, where midnight is 15:00 UTC of the previous day", 15],
  ["Auckland, where midnight is 11:00 UTC of the previous day", 11],
])("a market with five days a week has 252 sessions a year in %s", (_, end) => {
  expect(yearly(weekdays, end)).toBe(252);
});

test("a market that trades on weekends has 365 sessions a year", () => {
  expect(yearly(() => true, 24)).toBe(365);
});

test("a rare session on a Saturday leaves a market at 252 sessions a year", () => {
  expect(yearly((weekday, day) => weekday < 5 || day === 40 || day === 397, 24)).toBe(252);
});

test("only records that close a session count in sessions per year", () => {
  const time = Float64Array.from([5, 5.2, 5.4, 1, 2].map((day) => FIRST_DAY + day * 24 * HOUR));
  expect(sessionsPerYear("1h", time, Int32Array.of(3, 4))).toBe(252);
});

test("bars of several days have sessions per year according to their interval", () => {
  const expected = { "1wk": 52, "1mo": 12, "3mo": 4 } as const;
  for (const [interval, count] of Object.entries(expected))
    expect(yearly(() => true, 24, interval as Interval)).toBe(count);
});

test("bars of five sessions have a fifth of the sessions per year of daily bars", () => {
  expect(yearly((_, day) => day % 7 === 4, 24, "5d")).toBe(252 / 5);
  // A bar closes on every fifth day of the year, also on weekends.
  expect(yearly((_, day) => day % 5 === 4, 24, "5d")).toBe(365 / 5);
});

test("five-day and weekly bars of one market give the same annual volatility", async () => {
  const { bars } = (await readBars(join(ROOT, "data/sp500-2000.csv"))).series[0]!;
  const held = defineStrategy({
    name: "held",
    onBar: ({ orders, position }) => void (position.flat && orders.buy({ percent: 1 })),
  });
  const volatility = (interval: Interval) =>
    backtest(held, marketOf({ X: resample(bars, interval) })).summary.volatility;
  for (const interval of ["5d", "1wk"] as const) expect(volatility(interval)).toBeCloseTo(0.18, 2);
});
