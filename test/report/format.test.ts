import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  formatByUnit,
  formatCount,
  formatDuration,
  formatFraction,
  formatMoney,
  formatNumber,
  formatPrice,
  formatQuantity,
  formatRatio,
} from "../../src/metrics/format.ts";
import { formatTime } from "../../src/report/format-time.ts";
import { property } from "../support/property.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe("formatNumber", () => {
  test.each([
    [0, 2, "0.00"],
    [-0, 2, "0.00"],
    [-0.004, 2, "0.00"],
    [-0.006, 2, "-0.01"],
    [999.994, 2, "999.99"],
    [999.995001, 2, "1,000.00"],
    [1234567.891, 2, "1,234,567.89"],
    [-1234567.891, 0, "-1,234,568"],
    [123456.7891, 4, "123,456.7891"],
    [1e15, 2, "1.0000e+15"],
    [NaN, 2, "–"],
    [null, 2, "–"],
    [Infinity, 2, "∞"],
    [-Infinity, 2, "-∞"],
  ])("writes %s with %s decimals as %s", (value, decimals, text) => {
    expect(formatNumber(value, decimals)).toBe(text);
  });

  property([fc.double({ min: -1e12, max: 1e12, noNaN: true }), fc.integer({ min: 0, max: 6 })])(
    "writes numbers that parse to the rounded value",
    (value, decimals) => {
      expect(Number(formatNumber(value, decimals).replaceAll(",", ""))).toBeCloseTo(Number(value.toFixed(decimals)), 9);
    },
  );
});

test("formatFraction writes a fraction as a percentage with two decimals", () => {
  expect([0.1234, 0, -1, 32.5, NaN].map((value) => formatFraction(value))).toEqual([
    "12.34%",
    "0.00%",
    "-100.00%",
    "3,250.00%",
    "–",
  ]);
});

test("formatRatio writes a ratio below 0.1 with three decimals, and others with two", () => {
  expect([0.5449, -1.005, 0, 0.0512, 0.0996, 12.3, null].map(formatRatio)).toEqual([
    "0.54",
    "-1.00",
    "0.00",
    "0.051",
    "0.10",
    "12.30",
    "–",
  ]);
});

test("money is written with fixed decimals, and a count with none unless the count is a mean", () => {
  expect(formatMoney(1234.5)).toBe("1,234.50");
  expect(formatMoney(1234.5, 0)).toBe("1,235");
  expect(formatCount(12345)).toBe("12,345");
  expect(formatCount(12.345)).toBe("12.3");
});

test.each([
  [0, "0s"],
  [999, "0s"],
  [59_999, "59s"],
  [45 * MINUTE, "45m"],
  [45 * MINUTE + 20_000, "45m 20s"],
  [6 * HOUR + 30 * MINUTE, "6h 30m"],
  [12 * DAY, "12d"],
  [12 * DAY + 6 * HOUR + 59 * MINUTE, "12d 6h"],
  [365 * DAY, "1y"],
  [1136 * DAY, "3y 41d"],
  [-2 * DAY, "-2d"],
  [NaN, "–"],
])("formatDuration writes a duration of %s ms as %s", (span, text) => {
  expect(formatDuration(span)).toBe(text);
});

test("formatTime writes the local time in a zone, without the time of day for daily bars", () => {
  const instant = Date.UTC(2024, 6, 1, 22, 5);
  expect(formatTime(instant, "1d")).toBe("2024-07-01");
  expect(formatTime(instant, "1mo")).toBe("2024-07-01");
  expect(formatTime(instant, "5m")).toBe("2024-07-01 22:05");
  expect(formatTime(instant, "1h", "America/New_York")).toBe("2024-07-01 18:05");
  expect(formatTime(instant, "1d", "Australia/Sydney")).toBe("2024-07-02");
  expect(formatTime(NaN, "1d")).toBe("–");
});

test("formatPrice drops zeros at the end of a price, but keeps two decimals if the instrument has them", () => {
  expect(formatPrice(1455.2, 6)).toBe("1,455.20");
  expect(formatPrice(1.23456, 6)).toBe("1.23456");
  expect(formatPrice(12, 0)).toBe("12");
});

test("formatQuantity writes a quantity with as many decimals as needed", () => {
  expect([100, 0.5, 1234.56789, 0].map(formatQuantity)).toEqual(["100", "0.5", "1,234.56789", "0"]);
  // Numbers from 10^15 end in an exponent, such as +20. Its zeros must not be removed.
  expect([1e15, 1e20, -1000].map(formatQuantity)).toEqual(["1.0000e+15", "1.0000e+20", "-1,000"]);
});

test("formatByUnit writes the value of a metric according to the metric's unit", () => {
  expect(formatByUnit("fraction", 0.5)).toBe("50.00%");
  expect(formatByUnit("ratio", 0.5)).toBe("0.50");
  expect(formatByUnit("money", 0.5)).toBe("0.50");
  expect(formatByUnit("count", 5)).toBe("5");
  expect(formatByUnit("duration", 5000)).toBe("5s");
});
