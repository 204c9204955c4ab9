import { expect, test } from "vitest";
import { min } from "../../src/indicators/min.ts";

test("by hand: the lowest of three", () => {
  expect(min(Float64Array.of(1, 3, 2, 4, 5, -5, 7, 6, 8), 3)).toEqual(
    Float64Array.of(NaN, NaN, 1, 2, 2, -5, -5, -5, 6),
  );
});

test("a missing value makes the windows that hold it missing", () => {
  expect(min(Float64Array.of(1, 3, -Infinity, 1, 0, 2), 2)).toEqual(Float64Array.of(NaN, 1, NaN, NaN, 0, 0));
});

test("of one bar it is the bar", () => {
  expect(min(Float64Array.of(4, -2), 1)).toEqual(Float64Array.of(4, -2));
});
