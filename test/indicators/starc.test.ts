import { expect, test } from "vitest";
import { starc } from "../../src/indicators/starc.ts";

const high = Float64Array.of(10, 12, 14, 9);
const low = Float64Array.of(8, 9.5, 13, 8);
const close = Float64Array.of(9, 11, 13.5, 8.5);

test("starc matches values computed by hand", () => {
  // The middle band is the mean of two closes, and the average true ranges are 3 and 4.25.
  const { upper, middle, lower } = starc(high, low, close, 2, 2, 2);
  expect(middle).toEqual(Float64Array.of(NaN, 10, 12.25, 11));
  expect(upper).toEqual(Float64Array.of(NaN, NaN, 18.25, 19.5));
  expect(lower).toEqual(Float64Array.of(NaN, NaN, 6.25, 2.5));
});

test("starc has no values while its window contains a bar without a high", () => {
  const { middle } = starc(high.with(2, NaN), low, close, 2, 2, 2);
  expect(middle).toEqual(Float64Array.of(NaN, 10, NaN, NaN));
});
