import { expect, test } from "vitest";
import { min } from "../../src/indicators/min.ts";

test("min returns the lowest of three values", () => {
  expect(min(Float64Array.of(1, 3, 2, 4, 5, -5, 7, 6, 8), 3)).toEqual(
    Float64Array.of(NaN, NaN, 1, 2, 2, -5, -5, -5, 6),
  );
});

test("min has no value while its window contains a missing value", () => {
  expect(min(Float64Array.of(1, 3, -Infinity, 1, 0, 2), 2)).toEqual(Float64Array.of(NaN, 1, NaN, NaN, 0, 0));
});

test("min with a period of 1 equals the series", () => {
  expect(min(Float64Array.of(4, -2), 1)).toEqual(Float64Array.of(4, -2));
});
