import { expect, test } from "vitest";
import { rma } from "../../src/indicators/rma.ts";

test("by hand: period 4 begins with the mean of four and weighs the newest bar by a quarter", () => {
  expect(rma(Float64Array.of(1, 2, 3, 6, 7, 0), 4)).toEqual(Float64Array.of(NaN, NaN, NaN, 3, 4, 3));
});

test("a missing value has no average, and the next one goes on from the average before it", () => {
  expect(rma(Float64Array.of(1, 3, NaN, 6, Infinity, 8), 2)).toEqual(Float64Array.of(NaN, 2, NaN, 4, NaN, 6));
});

test("at rest it does not move", () => {
  expect(
    rma(new Float64Array(100).fill(0.1), 2)
      .subarray(1)
      .every((value) => value === 0.1),
  ).toBe(true);
});
