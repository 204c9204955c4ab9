import { expect, test } from "vitest";
import { variance } from "../../src/indicators/variance.ts";

const series = Float64Array.of(2, 4, 4, 4, 5, 5, 7, 9);

test("by hand: squared distances from 5 that add up to 32", () => {
  expect(variance(series, 8)[7]).toBe(4);
  expect(variance(series, 8, { kind: "sample" })[7]).toBeCloseTo(32 / 7, 14);
});

test("of one bar it is zero, and of a sample of one there is none", () => {
  expect(variance(series, 1)).toEqual(new Float64Array(8));
  expect(variance(series, 1, { kind: "sample" })).toEqual(new Float64Array(8).fill(NaN));
});

test("on a constant series it is exactly zero", () => {
  expect(variance(new Float64Array(4).fill(0.1), 3)).toEqual(Float64Array.of(NaN, NaN, 0, 0));
});
