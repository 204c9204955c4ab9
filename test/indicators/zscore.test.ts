import { expect, test } from "vitest";
import { zscore } from "../../src/indicators/zscore.ts";

test("zscore matches values computed by hand", () => {
  // By hand: the eight values have the mean 5 and the deviation 2, so 9 has a z-score of 2. Of 1 and 3 the last has a z-score of 1.
  expect(zscore(Float64Array.of(2, 4, 4, 4, 5, 5, 7, 9), 8)[7]).toBe(2);
  expect(zscore(Float64Array.of(1, 3, 1), 2)).toEqual(Float64Array.of(NaN, 1, -1));
});

test("zscore has no value for a window of equal values", () => {
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
