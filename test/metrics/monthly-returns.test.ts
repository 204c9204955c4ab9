import { expect, test } from "vitest";
import { monthlyReturns } from "../../src/metrics/monthly-returns.ts";
import { performanceOf } from "./performance-of.ts";

const times = (...iso: string[]) => Float64Array.from(iso, (text) => Date.parse(text));

test("monthly returns count a daily bar that closes at midnight in the month in which it traded", () => {
  const rows = monthlyReturns.compute(
    performanceOf([1100, 1210, 605, 1210], {
      time: times("2023-12-30T00:00Z", "2024-01-01T00:00Z", "2024-01-02T00:00Z", "2024-02-01T00:00Z"),
    }),
  );
  expect(rows).toEqual([
    { year: 2023, month: 12, return: 0.21 },
    { year: 2024, month: 1, return: 0 },
  ]);
});

test("monthly returns count a session in the month of its date, and ignore records between sessions", () => {
  const curve = {
    equity: Float64Array.of(5000, 1100, 5000, 990, 5000),
    sessions: Int32Array.of(1, 3),
    sessionDates: times("2024-01-31", "2024-02-29"),
  };
  expect(monthlyReturns(curve, 1000)).toEqual([
    { year: 2024, month: 1, return: 0.1 },
    { year: 2024, month: 2, return: -0.1 },
  ]);
});

test("monthly returns leave out a month without a session, and measure the next month from the last earlier session", () => {
  const curve = {
    equity: Float64Array.of(1000, 1500),
    sessions: Int32Array.of(0, 1),
    sessionDates: times("2023-11-15", "2024-02-15"),
  };
  expect(monthlyReturns(curve, 1000)).toEqual([
    { year: 2023, month: 11, return: 0 },
    { year: 2024, month: 2, return: 0.5 },
  ]);
});

test("monthly returns are missing for a month that starts with an equity of zero", () => {
  const curve = {
    equity: Float64Array.of(0, 0),
    sessions: Int32Array.of(0, 1),
    sessionDates: times("2024-01-15", "2024-02-15"),
  };
  expect(monthlyReturns(curve, 1000).map((row) => row.return)).toEqual([-1, NaN]);
});

test("monthly returns throw if a session has no date", () => {
  const curve = { equity: Float64Array.of(1, 2), sessions: Int32Array.of(0, 1), sessionDates: times("2024-01-15") };
  expect(() => monthlyReturns(curve, 1000)).toThrow("sessionDates and sessions must have equal length, were 1 and 2");
});

test("monthly returns without sessions have no rows", () => {
  expect(monthlyReturns.compute(performanceOf([]))).toEqual([]);
});

test("monthly returns throw for invalid arguments, with an error that states the expected ones", () => {
  const before = monthlyReturns as unknown as (...args: unknown[]) => unknown;
  const columns = [Float64Array.of(0, 1), Float64Array.of(100, 110), Int32Array.of(0, 1), 100];
  const message = "curve must be an object with equity, sessions and sessionDates, such as result.equity, was ";
  expect(() => before(...columns)).toThrow(`${message}a Float64Array of length 2`);
  expect(() => before(undefined, 100)).toThrow(`${message}undefined`);
  expect(() => before({ equity: columns[1], sessions: columns[2] }, 100)).toThrow(message);
  const curve = { equity: columns[1], sessions: columns[2], sessionDates: columns[0] };
  expect(() => before(curve)).toThrow("startEquity must be a finite number, was undefined");
});
