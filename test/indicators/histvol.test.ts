import { expect, test } from "vitest";
import { histvol } from "../../src/indicators/histvol.ts";

test("histvol matches values computed by hand", () => {
  // The log returns are log 2, -log 2 and 0.
  const values = histvol(Float64Array.of(1, 2, 1, 1), 2, 1);
  expect(values.subarray(0, 2)).toEqual(Float64Array.of(NaN, NaN));
  expect(values[2]).toBeCloseTo(Math.SQRT2 * Math.LN2, 14);
  expect(values[3]).toBeCloseTo(Math.LN2 / Math.SQRT2, 14);
});

test("histvol grows with the square root of periodsPerYear", () => {
  expect(histvol(Float64Array.of(1, 2, 1), 2)[2]).toBeCloseTo(Math.sqrt(252) * Math.SQRT2 * Math.LN2, 12);
});

test("histvol is 0 for constant returns", () => {
  expect(histvol(Float64Array.of(1, 2, 4, 8), 2)).toEqual(Float64Array.of(NaN, NaN, 0, 0));
  expect(histvol(new Float64Array(4).fill(0.1), 2)).toEqual(Float64Array.of(NaN, NaN, 0, 0));
});

test("histvol has no value while its window contains a price of zero or below", () => {
  expect(histvol(Float64Array.of(1, 2, 4, 0, 1, 2, 4), 2)).toEqual(Float64Array.of(NaN, NaN, 0, NaN, NaN, NaN, 0));
  expect(histvol(Float64Array.of(-1, -2, -4), 2)).toEqual(Float64Array.of(NaN, NaN, NaN));
});
