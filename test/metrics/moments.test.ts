import { describe, expect, test } from "vitest";
import { mean, moments, sum } from "../../src/metrics/statistics.ts";

const MILLION = 1_000_000;

describe("moments of a million values", () => {
  test("near a billion have the exact standard deviation of their last digits", () => {
    // Half of the values are 1e9 and half 1e9 + 1. A sum of their squares would lose the difference.
    const values = Float64Array.from({ length: MILLION }, (_, i) => 1e9 + (i % 2));
    const { mean: average, deviation } = moments(values);
    expect(average).toBe(1e9 + 0.5);
    expect(Math.abs(deviation - 0.5 * Math.sqrt(MILLION / (MILLION - 1)))).toBeLessThan(1e-14);
  });

  test("that are equal have a mean equal to the values and a deviation of 0", () => {
    expect(moments(new Float64Array(MILLION).fill(0.1))).toEqual({ mean: 0.1, deviation: 0 });
  });

  test("have a sum that is correct to twelve digits", () => {
    const values = Float64Array.from({ length: MILLION }, (_, i) => (i + 1) / 10);
    expect(Math.abs(sum(values) / 50_000_050_000 - 1)).toBeLessThan(1e-13);
  });
});

test("sum, mean and moments of small columns are exact", () => {
  expect(sum(new Float64Array(0))).toBe(0);
  expect(mean(new Float64Array(0))).toBeNaN();
  expect(moments(new Float64Array(0))).toEqual({ mean: NaN, deviation: NaN });
  expect(moments(Float64Array.of(3))).toEqual({ mean: 3, deviation: NaN });
  expect(moments(Float64Array.of(1, 2, 3, 4))).toEqual({ mean: 2.5, deviation: Math.sqrt(5 / 3) });
});
