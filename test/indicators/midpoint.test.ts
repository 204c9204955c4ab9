import { expect, test } from "vitest";
import { midpoint } from "../../src/indicators/midpoint.ts";

test("by hand: between 1 and 3, 2 and 6, 2 and 6, -4 and 6", () => {
  expect(midpoint(Float64Array.of(1, 3, 2, 6, 5, -4), 3)).toEqual(Float64Array.of(NaN, NaN, 2, 4, 4, 1));
});

test("a missing value makes the windows that hold it missing", () => {
  expect(midpoint(Float64Array.of(1, 3, NaN, 1, 0, 2), 2)).toEqual(Float64Array.of(NaN, 2, NaN, NaN, 0.5, 1));
});

test("of a market that stands still it is the price, exactly", () => {
  expect(midpoint(new Float64Array(4).fill(0.1), 3)).toEqual(Float64Array.of(NaN, NaN, 0.1, 0.1));
});
