import { expect, test } from "vitest";
import { stc } from "../../src/indicators/stc.ts";

// By hand: slow averages of 1, 5/3, 23/9 and 41/27 make lines of 0, 1/3, 4/9 and -14/27, with places of 100, 100 and 0.
const source = Float64Array.of(1, 1, 2, 3, 1);

test("by hand: of the places of 100 and 100 the range has no height, of 100 and 0 the last is lowest", () => {
  expect(stc(source, 2, 1, 2, { factor: 1 })).toEqual(Float64Array.of(NaN, NaN, NaN, 50, 0));
});

test("by hand: both places are smoothed", () => {
  // The first to 100, 100 and 50; of these again 50 and 0, to 50 and 25.
  expect(stc(source, 2, 1, 2)).toEqual(Float64Array.of(NaN, NaN, NaN, 50, 25));
});

test("a range of no height keeps the place before it", () => {
  // Falls and rises again for good: places of 0, 100, 100 and on, of these 100 and then kept.
  const rising = Float64Array.of(8, 8, 4, 8, 16, 32, 64);
  expect(stc(rising, 2, 1, 2, { factor: 1 })).toEqual(Float64Array.of(NaN, NaN, NaN, 100, 100, 100, 100));
});

test("lines that rise have places of exactly 100, of which the range has no height", () => {
  // By hand: slow averages of 7/2, 19/6, 55/18, 235/54 and 991/162 make lines of 5/2, -1/6, -1/18, 35/54 and 143/162, with places
  // of 0, 100, 100 and 100: of these the last is highest, then the range has no height.
  const rising = Float64Array.of(1, 6, 3, 3, 5, 7);
  expect(stc(rising, 2, 1, 2, { factor: 1 })).toEqual(Float64Array.of(NaN, NaN, NaN, 100, 100, 100));
});

test("a market that has not moved yet is at exactly 50", () => {
  expect(stc(new Float64Array(100).fill(0.1))[99]).toBe(50);
});

test("a missing bar is missing from every range that holds it", () => {
  const values = stc(Float64Array.of(8, 8, 4, 8, NaN, 16, 32, 64), 2, 1, 2, { factor: 1 });
  expect(values).toEqual(Float64Array.of(NaN, NaN, NaN, 100, NaN, NaN, NaN, 100));
});
