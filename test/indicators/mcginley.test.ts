import * as fc from "fast-check";
import { expect, test } from "vitest";
import { mcginley } from "../../src/indicators/mcginley.ts";
import { property } from "../support/property.ts";

// By hand with a period of 2: a price of 4 moves the average from 2 to 2 + 2 / (2 * 2⁴), and 4.125 moves it by 2.0625 / (2 * 2⁴) more.
test("mcginley rises by 1/32 of the average if the price is twice the average and the period is 2", () => {
  expect(mcginley(Float64Array.of(1, 3, 2, 4, 4.125), 2, { share: 1 })).toEqual(
    Float64Array.of(NaN, 2, 2, 2.0625, 2.126953125),
  );
});

test("mcginley follows a falling price faster than a rising price", () => {
  // A price of half the average, with a period of 32, moves it by 1 / (32 * (1/2)⁴) = 1 / 2.
  expect(mcginley(Float64Array.of(...Array<number>(32).fill(2), 1), 32, { share: 1 })[32]).toBe(1.5);
});

test("mcginley equals the price after a fall so large that the published formula would end below the price", () => {
  // The published formula would give 2 - 1 / (6 * 0.6 * (1/2)⁴) = 2 - 1 / 0.225, which is below zero.
  expect(mcginley(Float64Array.of(2, 2, 2, 2, 2, 2, 1), 6, 0.6)[6]).toBe(1);
  // With a period of 2 the average falls from 2 to the price 1, then rises to 1 + 3 / (2 * 4⁴).
  expect(mcginley(Float64Array.of(2, 2, 1, 4, 1 + 3 / 512), 2, { share: 1 })).toEqual(
    Float64Array.of(NaN, 2, 1, 1 + 3 / 512, 1 + 3 / 512),
  );
});

test("mcginley restarts at the price if its average is not above zero", () => {
  expect(mcginley(Float64Array.of(-5, 1, 3), 2, { share: 1 })).toEqual(Float64Array.of(NaN, -2, 3));
});

property([
  fc.array(fc.double({ min: 1e-6, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 60 }),
  fc.integer({ min: 1, max: 40 }),
])("mcginley never leaves the range of its prices", (prices, period) => {
  const slack = 1 + 1e-12;
  for (const value of mcginley(Float64Array.from(prices), period)) {
    if (Number.isNaN(value)) continue;
    expect(value).toBeGreaterThanOrEqual(Math.min(...prices) / slack);
    expect(value).toBeLessThanOrEqual(Math.max(...prices) * slack);
  }
});

test("mcginley has no value for a price that is missing or not above zero, and then continues", () => {
  expect(mcginley(Float64Array.of(2, 2, 0, -1, NaN, Infinity, 4), 2, { share: 1 })).toEqual(
    Float64Array.of(NaN, 2, NaN, NaN, NaN, NaN, 2.0625),
  );
});

test("mcginley with `compat: tradingview` equals mcginley with `share: 1`", () => {
  const price = Float64Array.of(1, 3, 2, 4, 4.125);
  expect(mcginley(price, 2, { compat: "tradingview" })).toEqual(mcginley(price, 2, { share: 1 }));
});
