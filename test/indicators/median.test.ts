import { expect, test } from "vitest";
import { median } from "../../src/indicators/median.ts";
import { randomWalk } from "../support/series.ts";

test("median of three values ignores a single spike", () => {
  const source = Float64Array.of(1, 2, 90, 3, 4);
  expect(median(source, 3)).toEqual(Float64Array.of(NaN, NaN, 2, 3, 4));
  expect(median(source, 1)).toEqual(source);
});

test("median of an even number of values is the mean of the two middle ones", () => {
  expect(median(Float64Array.of(4, 1, 3, 2, 8, 8), 4)).toEqual(Float64Array.of(NaN, NaN, NaN, 2.5, 2.5, 5.5));
});

test("median has no value while its window contains a missing bar", () => {
  expect(median(Float64Array.of(1, 5, NaN, 2, 3, 9), 2)).toEqual(Float64Array.of(NaN, 3, NaN, NaN, 2.5, 6));
});

test("median treats zeros of both signs as equal", () => {
  expect(median(Float64Array.of(-0, 0, -0, 0), 3)).toEqual(Float64Array.of(NaN, NaN, 0, 0));
});

test("median equals the middle of the sorted window for every window of a long random walk", () => {
  const source = randomWalk(3000, 3);
  for (const period of [2, 3, 64, 65, 500]) {
    const values = median(source, period);
    for (let i = period - 1; i < source.length; i += 97) {
      const sorted = source.slice(i - period + 1, i + 1).toSorted();
      const half = Math.floor(period / 2);
      expect(values[i]).toBe(period % 2 === 1 ? sorted[half] : (sorted[half - 1]! + sorted[half]!) / 2);
    }
  }
});
