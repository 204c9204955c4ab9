import { expect, test } from "vitest";
import { vhf } from "../../src/indicators/vhf.ts";

test("vhf matches values computed by hand", () => {
  // The windows range from 11 to 13 and from 12 to 14, with movements of 1 + 2 + 1 and 2 + 1 + 2.
  expect(vhf(Float64Array.of(10, 11, 13, 12, 14), 3)).toEqual(Float64Array.of(NaN, NaN, NaN, 0.5, 0.4));
});

test("vhf of a straight move is (period - 1) / period, since the range of a window spans one change less than the sum", () => {
  expect(vhf(Float64Array.of(1, 2, 3, 4, 5), 4)[4]).toBe(0.75);
});

test("vhf of constant prices is 0", () => {
  expect(vhf(new Float64Array(3).fill(0.1), 2)).toEqual(Float64Array.of(NaN, NaN, 0));
});

test("vhf never exceeds 1, even if its sums are rounded", () => {
  // The first change in the last window is 0, so that the range of the window equals the sum of its changes.
  const close = Float64Array.from({ length: 60 }, (_, i) => 0.1 * Math.max(0, i - 40));
  expect(vhf(close, 20)[59]).toBe(1);
  expect(vhf(close, 5).findIndex((value) => value > 1)).toBe(-1);
});

test("vhf has no value while its window contains a missing value or a change to or from one", () => {
  expect(vhf(Float64Array.of(1, 2, NaN, 4, 5, 6), 2)).toEqual(Float64Array.of(NaN, NaN, NaN, NaN, NaN, 0.5));
});
