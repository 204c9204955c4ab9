import { expect, test } from "vitest";
import { vhf } from "../../src/indicators/vhf.ts";

test("vhf matches values computed by hand", () => {
  // Ranges of 11 to 13 and 12 to 14, movements of 1 + 2 + 1 and 2 + 1 + 2.
  expect(vhf(Float64Array.of(10, 11, 13, 12, 14), 3)).toEqual(Float64Array.of(NaN, NaN, NaN, 0.5, 0.4));
});

test("vhf of a straight move is (period - 1) / period: the range excludes one change", () => {
  expect(vhf(Float64Array.of(1, 2, 3, 4, 5), 4)[4]).toBe(0.75);
});

test("vhf is 0 without any movement", () => {
  expect(vhf(new Float64Array(3).fill(0.1), 2)).toEqual(Float64Array.of(NaN, NaN, 0));
});

test("vhf never exceeds 1, however the sums are rounded", () => {
  // The first change of the last window is 0, so the range is the whole movement.
  const close = Float64Array.from({ length: 60 }, (_, i) => 0.1 * Math.max(0, i - 40));
  expect(vhf(close, 20)[59]).toBe(1);
  expect(vhf(close, 5).findIndex((value) => value > 1)).toBe(-1);
});

test("vhf has no value while its window contains a missing value or one of its changes", () => {
  expect(vhf(Float64Array.of(1, 2, NaN, 4, 5, 6), 2)).toEqual(Float64Array.of(NaN, NaN, NaN, NaN, NaN, 0.5));
});
