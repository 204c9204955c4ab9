import { expect, test } from "vitest";
import { zscore } from "../../src/indicators/zscore.ts";

test("zscore matches values computed by hand", () => {
  // Mean 5 and deviation 2, then of 1 and 3, and of 3 and 1.
  expect(zscore(Float64Array.of(2, 4, 4, 4, 5, 5, 7, 9), 8)[7]).toBe(2);
  expect(zscore(Float64Array.of(1, 3, 1), 2)).toEqual(Float64Array.of(NaN, 1, -1));
});

test("zscore has no value for a window of constant values", () => {
  expect(
    zscore(Float64Array.of(0.1, 0.1, 0.1, 0.1, 0.3), 3)
      .subarray(0, 4)
      .every(Number.isNaN),
  ).toBe(true);
  expect(zscore(Float64Array.of(0.1, 0.1, 0.1, 0.1, 0.3), 3)[4]).toBeCloseTo(Math.SQRT2, 12);
});

test("zscore has no value while its window contains a missing value", () => {
  expect(zscore(Float64Array.of(1, 3, NaN, 3, 1), 2)).toEqual(Float64Array.of(NaN, 1, NaN, NaN, -1));
});

test("zscore requires a window of at least two bars", () => {
  expect(() => zscore.warmup(1)).toThrow(/^period must be a whole number of at least 2, was 1$/);
});
