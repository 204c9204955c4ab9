import { expect, test } from "vitest";
import { percentRank } from "../../src/indicators/percent-rank.ts";

const source = Float64Array.of(5, 1, 3, 2, 3, 3);

test("percentRank matches values computed by hand", () => {
  // 1, 2 and 3 are at most 3, then 1, 3, 2 and 3.
  expect(percentRank(source, 4)).toEqual(Float64Array.of(NaN, NaN, NaN, NaN, 75, 100));
});

test("percentRank with ties below matches values computed by hand", () => {
  // 1 and 2 are below 3, twice.
  expect(percentRank(source, 4, { ties: "below" })).toEqual(Float64Array.of(NaN, NaN, NaN, NaN, 50, 50));
});

test("percentRank of constant prices is 100 with ties counted and 0 without", () => {
  const flat = new Float64Array(101).fill(0.1);
  expect(percentRank(flat)[100]).toBe(100);
  expect(percentRank(flat, { ties: "below" })[100]).toBe(0);
});

test("percentRank has no value while its window contains a missing bar", () => {
  expect(percentRank(source.with(2, NaN), 1)).toEqual(Float64Array.of(NaN, 0, NaN, NaN, 100, 100));
});
