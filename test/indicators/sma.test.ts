import * as fc from "fast-check";
import { expect, test } from "vitest";
import { sma } from "../../src/indicators/sma.ts";
import { units } from "../support/exact.ts";
import { property } from "../support/property.ts";

test("sma matches values computed by hand", () => {
  expect(sma(Float64Array.of(1, 2, 6, 3, 3), 3)).toEqual(Float64Array.of(NaN, NaN, 3, 11 / 3, 4));
});

test("sma with a period of 1 equals the series", () => {
  expect(sma(Float64Array.of(0.1, -2, 7), 1)).toEqual(Float64Array.of(0.1, -2, 7));
});

test("sma restores a snapshot of an earlier version that kept its window in a column", () => {
  const stream = sma.stream(3);
  // An older version stored this snapshot after the prices 1, 2, 4, 8 and 16.
  const mean = { at: 2, stop: 2, anchor: 4, prefix: 16, turned: 7 / 3, period: 3, block: Float64Array.of(8, 16, 0) };
  stream.restore({ of: "sma(3)", missing: NaN, mean });
  expect([32, 64, 128].map((price) => stream.update(price))).toEqual([
    18.666666666666664, 37.333333333333336, 74.66666666666666,
  ]);
});

test("sma of 10 days matches the example published by StockCharts", () => {
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

test("sma is not affected by an outlier that has left its window", () => {
  const series = Float64Array.of(1e300, 0.1, 0.2, 0.3, 0.4, 0.5);
  expect(sma(series, 2)[2]).toBe((0.1 + 0.2) / 2);
  expect(sma(series, 2)[5]).toBe(0.45);
});

test("sma of constant prices equals the price exactly, even for 0.1", () => {
  expect(new Set(sma(new Float64Array(200).fill(0.1), 30).subarray(29))).toEqual(new Set([0.1]));
});

const price = fc.oneof(
  fc.integer({ min: 1, max: 10_000_000 }).map((cents) => cents / 100),
  fc.integer({ min: 9900, max: 10_100 }).map((cents) => cents / 100),
  fc.double({ min: 1e-8, max: 1e8, noNaN: true }),
);
const prices = fc.oneof(
  fc.array(price, { minLength: 60, maxLength: 200 }),
  // Prices that differ by less than a currency unit, around any level.
  fc
    .tuple(fc.integer({ min: 100, max: 9_000_000 }), fc.array(fc.integer({ min: -99, max: 99 }), { minLength: 60 }))
    .map(([level, steps]) => steps.map((step) => (level + step) / 100)),
);

/** Distance of a computed mean from the exact mean, multiplied by the number of values to stay a whole number. */
function distance(mean: number, window: readonly number[]): bigint {
  const difference = units(mean) * BigInt(window.length) - window.reduce((sum, value) => sum + units(value), 0n);
  return difference < 0n ? -difference : difference;
}

const lastDigit = (value: number): bigint => units(2 ** (Math.floor(Math.log2(value)) - 52));

property([prices, fc.integer({ min: 1, max: 60 })])(
  "sma is off by at most half a unit of its last digit plus period × (highest − lowest) × 2^-53",
  (values, period) => {
    sma(Float64Array.from(values), period).forEach((mean, i) => {
      if (i < period - 1) return;
      const window = values.slice(i - period + 1, i + 1);
      const range = units(Math.max(...window)) - units(Math.min(...window));
      // Both sides of the comparison are multiplied by 2^53 and by the period, so that nothing is rounded.
      const allowed = (lastDigit(mean) * 2n ** 52n + BigInt(period) * range) * BigInt(period);
      expect(distance(mean, window) * 2n ** 53n <= allowed).toBe(true);
    });
  },
);

test("sma is not always the double nearest to the mean, but may be off by 0.8 units of its last digit", () => {
  const window = [175.42, 127.74, 101.39, 134.41, 183.56];
  const mean = sma(Float64Array.from(window), 5)[4]!;
  expect(distance(mean, window) * 10n).toBe(8n * 5n * lastDigit(mean));
});
