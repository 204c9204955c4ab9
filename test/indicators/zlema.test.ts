import { expect, test } from "vitest";
import { zlema } from "../../src/indicators/zlema.ts";

test("by hand: prices carried on by one bar are 3 4 5 12, their average of three weighs the newest by a half", () => {
  expect(zlema(Float64Array.of(1, 2, 3, 4, 8), 3)).toEqual(Float64Array.of(NaN, NaN, NaN, 4, 8));
});

test("in a steady trend it lies on the price", () => {
  const line = Float64Array.from({ length: 30 }, (_, i) => 100 - 2 * i);
  expect(zlema(line, 5).subarray(6)).toEqual(line.subarray(6));
});

test("a missing value leaves two bars without an average, and the others go on from the one before", () => {
  expect(zlema(Float64Array.of(1, 2, 3, 4, NaN, 8, 8), 3)).toEqual(Float64Array.of(NaN, NaN, NaN, 4, NaN, NaN, 6));
});

test("a period of 1 or 2 has no lag to carry over", () => {
  expect(zlema(Float64Array.of(3, 1, 4), 1)).toEqual(Float64Array.of(3, 1, 4));
  expect(zlema.warmup(2)).toBe(1);
});
