import { expect, test } from "vitest";
import { histvol } from "../../src/indicators/histvol.ts";

test("by hand: returns of log 2, -log 2 and 0", () => {
  const values = histvol(Float64Array.of(1, 2, 1, 1), 2, 1);
  expect(values.subarray(0, 2)).toEqual(Float64Array.of(NaN, NaN));
  expect(values[2]).toBeCloseTo(Math.SQRT2 * Math.LN2, 14);
  expect(values[3]).toBeCloseTo(Math.LN2 / Math.SQRT2, 14);
});

test("a year is the root of its bars", () => {
  expect(histvol(Float64Array.of(1, 2, 1), 2)[2]).toBeCloseTo(Math.sqrt(252) * Math.SQRT2 * Math.LN2, 12);
});

test("the same return again and again, or none at all, has no volatility", () => {
  expect(histvol(Float64Array.of(1, 2, 4, 8), 2)).toEqual(Float64Array.of(NaN, NaN, 0, 0));
  expect(histvol(new Float64Array(4).fill(0.1), 2)).toEqual(Float64Array.of(NaN, NaN, 0, 0));
});

test("a price of zero or below has no return, nor has the next one", () => {
  expect(histvol(Float64Array.of(1, 2, 4, 0, 1, 2, 4), 2)).toEqual(Float64Array.of(NaN, NaN, 0, NaN, NaN, NaN, 0));
  expect(histvol(Float64Array.of(-1, -2, -4), 2)).toEqual(Float64Array.of(NaN, NaN, NaN));
});
