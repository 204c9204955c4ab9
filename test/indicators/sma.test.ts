import { fc, test } from "@fast-check/vitest";
import { expect } from "vitest";
import { sma } from "../../src/indicators/sma.ts";

test("by hand", () => {
  expect(sma(Float64Array.of(1, 2, 6, 3, 3), 3)).toEqual(Float64Array.of(NaN, NaN, 3, 11 / 3, 4));
});

test("of period 1 is the series itself", () => {
  expect(sma(Float64Array.of(0.1, -2, 7), 1)).toEqual(Float64Array.of(0.1, -2, 7));
});

test("StockCharts, ChartSchool, moving averages, 10 days", () => {
  const close = Float64Array.of(
    22.2734,
    22.194,
    22.0847,
    22.1741,
    22.184,
    22.1344,
    22.2337,
    22.4323,
    22.2436,
    22.2933,
    22.1542,
    22.3926,
    22.3816,
  );
  expect([...sma(close, 10).subarray(9)].map((value) => value.toFixed(2))).toEqual([
    "22.22",
    "22.21",
    "22.23",
    "22.26",
  ]);
});

test("an outlier leaves nothing behind", () => {
  const series = Float64Array.of(1e300, 0.1, 0.2, 0.3, 0.4, 0.5);
  expect(sma(series, 2)[2]).toBe((0.1 + 0.2) / 2);
  expect(sma(series, 2)[5]).toBe(0.45);
});

test("of a price that stands still is that price, at 0.1 too", () => {
  expect(new Set(sma(new Float64Array(200).fill(0.1), 30).subarray(29))).toEqual(new Set([0.1]));
});

/** Twice how far a double lies from a mean of doubles, in units of its last digit: at most 1 where no double is nearer. */
function halves(mean: number, window: readonly number[]): number {
  const unit = 2 ** (Math.floor(Math.log2(mean)) - 52);
  // In units of 2^-70 prices of 1 to 1000 are whole numbers.
  const whole = (value: number) => BigInt(value * 2 ** 52) << 18n;
  const distance = whole(mean) * BigInt(window.length) - window.reduce((sum, price) => sum + whole(price), 0n);
  return (2 * Math.abs(Number(distance))) / window.length / 2 ** 70 / unit;
}

test.prop([
  fc.integer({ min: 10_000, max: 60_000 }),
  fc.array(fc.integer({ min: -100, max: 100 }), { minLength: 40, maxLength: 80 }),
  fc.integer({ min: 1, max: 20 }),
])("is the double nearest to the true mean of prices in cents within two percent", (level, steps, period) => {
  const prices = steps.map((step) => (level + step) / 100);
  sma(Float64Array.from(prices), period).forEach((mean, i) => {
    if (i >= period - 1) expect(halves(mean, prices.slice(i - period + 1, i + 1))).toBeLessThanOrEqual(1.1);
  });
});
