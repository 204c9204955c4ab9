import { expect, test } from "vitest";
import { bollinger } from "../../src/indicators/bollinger.ts";

test("bollinger matches the example of Wikipedia's page on the standard deviation", () => {
  // 2 4 4 4 5 5 7 9 has mean 5 and population deviation 2.
  const { upper, middle, lower, percentB, bandwidth } = bollinger(Float64Array.of(2, 4, 4, 4, 5, 5, 7, 9), 8);
  expect([upper[7], middle[7], lower[7], percentB[7], bandwidth[7]]).toEqual([9, 5, 1, 1, 1.6]);
  expect([upper[6], middle[6], lower[6], percentB[6], bandwidth[6]]).toEqual([NaN, NaN, NaN, NaN, NaN]);
});

test("bollinger with three deviations has wider bands", () => {
  const { upper, lower, percentB } = bollinger(Float64Array.of(2, 4, 4, 4, 5, 5, 7, 9), 8, 3);
  expect([upper[7], lower[7]]).toEqual([11, -1]);
  expect(percentB[7]).toBeCloseTo(10 / 12, 15);
});

test("bollinger has zero width for a constant series, %B 0.5, and no bandwidth around zero", () => {
  const tenth = bollinger(new Float64Array(5).fill(0.1), 3);
  expect([tenth.upper[4], tenth.middle[4], tenth.lower[4]]).toEqual([0.1, 0.1, 0.1]);
  expect([tenth.percentB[4], tenth.bandwidth[4]]).toEqual([0.5, 0]);
  const zero = bollinger(new Float64Array(5), 3);
  expect([zero.upper[4], zero.percentB[4], zero.bandwidth[4]]).toEqual([0, 0.5, NaN]);
});

test("bollinger keeps the digits of a cent at a price of a billion", () => {
  // The population deviation of 0, 0, 0.5 and 0.5 is 0.25, and the last bar is one deviation above the mean.
  const { upper, percentB } = bollinger(Float64Array.of(1e9, 1e9, 1e9 + 0.5, 1e9 + 0.5), 4);
  expect(upper[3]).toBe(1e9 + 0.75);
  expect(percentB[3]).toBe(0.75);
});
