import { expect, test } from "vitest";
import { bollinger } from "../../src/indicators/bollinger.ts";

test("bollinger matches the example of Wikipedia's page on the standard deviation", () => {
  // The values 2 4 4 4 5 5 7 9 have the mean 5 and the population deviation 2.
  const { upper, middle, lower, percentB, bandwidth } = bollinger(Float64Array.of(2, 4, 4, 4, 5, 5, 7, 9), 8);
  expect([upper[7], middle[7], lower[7], percentB[7], bandwidth[7]]).toEqual([9, 5, 1, 1, 1.6]);
  expect([upper[6], middle[6], lower[6], percentB[6], bandwidth[6]]).toEqual([NaN, NaN, NaN, NaN, NaN]);
});

test("bollinger bands are wider with three deviations than with two", () => {
  const { upper, lower, percentB } = bollinger(Float64Array.of(2, 4, 4, 4, 5, 5, 7, 9), 8, 3);
  expect([upper[7], lower[7]]).toEqual([11, -1]);
  expect(percentB[7]).toBeCloseTo(10 / 12, 15);
});

test("bollinger bands of a constant series have zero width and a %B of 0.5, and no bandwidth if the series is 0", () => {
  const tenth = bollinger(new Float64Array(5).fill(0.1), 3);
  expect([tenth.upper[4], tenth.middle[4], tenth.lower[4]]).toEqual([0.1, 0.1, 0.1]);
  expect([tenth.percentB[4], tenth.bandwidth[4]]).toEqual([0.5, 0]);
  const zero = bollinger(new Float64Array(5), 3);
  expect([zero.upper[4], zero.percentB[4], zero.bandwidth[4]]).toEqual([0, 0.5, NaN]);
});

test("bollinger is exact for changes of half a unit at a price of a billion", () => {
  // The four prices have a population deviation of 0.25, and the last price is one deviation above their mean.
  const { upper, percentB } = bollinger(Float64Array.of(1e9, 1e9, 1e9 + 0.5, 1e9 + 0.5), 4);
  expect(upper[3]).toBe(1e9 + 0.75);
  expect(percentB[3]).toBe(0.75);
});
