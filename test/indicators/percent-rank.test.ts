import { expect, test } from "vitest";
import { percentRank } from "../../src/indicators/percent-rank.ts";

const source = Float64Array.of(5, 1, 3, 2, 3, 3);

test("percentRank matches values computed by hand", () => {
  // Of the four values before a 3, three are at most 3 (1, 3 and 2), and then all four (1, 3, 2 and 3).
  expect(percentRank(source, 4)).toEqual(Float64Array.of(NaN, NaN, NaN, NaN, 75, 100));
});

test("percentRank with `ties: below` matches values computed by hand", () => {
  // Of the four values before a 3, two are below 3 (1 and 2) on both bars.
  expect(percentRank(source, 4, { ties: "below" })).toEqual(Float64Array.of(NaN, NaN, NaN, NaN, 50, 50));
});

test("percentRank of constant prices is 100, or 0 with `ties: below`", () => {
  const flat = new Float64Array(101).fill(0.1);
  expect(percentRank(flat)[100]).toBe(100);
  expect(percentRank(flat, { ties: "below" })[100]).toBe(0);
});

test("percentRank has no value while its window contains a missing bar", () => {
  expect(percentRank(source.with(2, NaN), 1)).toEqual(Float64Array.of(NaN, 0, NaN, NaN, 100, 100));
});
