import { expect, test } from "vitest";
import { max } from "../../src/indicators/max.ts";

test("by hand: the highest of three", () => {
  expect(max(Float64Array.of(1, 3, 2, 1, 0, -5, -4, -6), 3)).toEqual(Float64Array.of(NaN, NaN, 3, 3, 2, 1, 0, -4));
});

test("a missing value makes the windows that hold it missing", () => {
  expect(max(Float64Array.of(1, 3, Infinity, 1, 0, 2), 2)).toEqual(Float64Array.of(NaN, 3, NaN, NaN, 1, 2));
});

test("of one bar it is the bar", () => {
  expect(max(Float64Array.of(4, -2), 1)).toEqual(Float64Array.of(4, -2));
});
