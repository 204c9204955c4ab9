import { expect, test } from "vitest";
import { zscore } from "../../src/indicators/zscore.ts";

test("by hand: mean 5 and deviation 2, then of 1 and 3 and of 3 and 1", () => {
  expect(zscore(Float64Array.of(2, 4, 4, 4, 5, 5, 7, 9), 8)[7]).toBe(2);
  expect(zscore(Float64Array.of(1, 3, 1), 2)).toEqual(Float64Array.of(NaN, 1, -1));
});

test("a window in which nothing moves has none, exactly", () => {
  expect(
    zscore(Float64Array.of(0.1, 0.1, 0.1, 0.1, 0.3), 3)
      .subarray(0, 4)
      .every(Number.isNaN),
  ).toBe(true);
  expect(zscore(Float64Array.of(0.1, 0.1, 0.1, 0.1, 0.3), 3)[4]).toBeCloseTo(Math.SQRT2, 12);
});

test("a missing value makes the windows that hold it missing", () => {
  expect(zscore(Float64Array.of(1, 3, NaN, 3, 1), 2)).toEqual(Float64Array.of(NaN, 1, NaN, NaN, -1));
});

test("a window of one bar is refused", () => {
  expect(() => zscore.warmup(1)).toThrow(/^period must be a whole number of at least 2, was 1$/);
});
