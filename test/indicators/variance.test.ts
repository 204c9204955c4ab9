import { expect, test } from "vitest";
import { variance } from "../../src/indicators/variance.ts";

const series = Float64Array.of(2, 4, 4, 4, 5, 5, 7, 9);

test("variance matches values computed by hand", () => {
  // The squared distances of the eight values from their mean 5 sum to 32.
  expect(variance(series, 8)[7]).toBe(4);
  expect(variance(series, 8, { kind: "sample" })[7]).toBeCloseTo(32 / 7, 14);
});

test("variance of one bar is zero, and the sample variance of one bar has no value", () => {
  expect(variance(series, 1)).toEqual(new Float64Array(8));
  expect(variance(series, 1, { kind: "sample" })).toEqual(new Float64Array(8).fill(NaN));
});

test("variance of a constant series is exactly zero", () => {
  expect(variance(new Float64Array(4).fill(0.1), 3)).toEqual(Float64Array.of(NaN, NaN, 0, 0));
});
