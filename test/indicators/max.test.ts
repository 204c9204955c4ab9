import { expect, test } from "vitest";
import { max } from "../../src/indicators/max.ts";

test("max returns the highest of three values", () => {
  expect(max(Float64Array.of(1, 3, 2, 1, 0, -5, -4, -6), 3)).toEqual(Float64Array.of(NaN, NaN, 3, 3, 2, 1, 0, -4));
});

test("max has no value while its window contains a missing value", () => {
  expect(max(Float64Array.of(1, 3, Infinity, 1, 0, 2), 2)).toEqual(Float64Array.of(NaN, 3, NaN, NaN, 1, 2));
});

test("max with a period of 1 equals the series", () => {
  expect(max(Float64Array.of(4, -2), 1)).toEqual(Float64Array.of(4, -2));
});
