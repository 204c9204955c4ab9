import { expect, test } from "vitest";
import { chop } from "../../src/indicators/chop.ts";

test("by hand: true ranges of 2, 2 and 4 on a range of 6", () => {
  const high = Float64Array.of(10, 11, 12, 15);
  const low = Float64Array.of(8, 9, 10, 11);
  const close = Float64Array.of(9, 10, 11, 14);
  expect(chop(high, low, close, 3)[3]).toBeCloseTo((100 * Math.log(4 / 3)) / Math.log(3), 12);
});

test("the same bar again and again is 100, one straight way 0", () => {
  const same = [new Float64Array(4).fill(12), new Float64Array(4).fill(9), new Float64Array(4).fill(10)] as const;
  expect(chop(...same, 3)[3]).toBe(100);
  // Each bar begins where the one before ended.
  const way = [Float64Array.of(2, 3, 4, 5), Float64Array.of(1, 2, 3, 4), Float64Array.of(2, 3, 4, 5)] as const;
  expect(chop(...way, 3)[3]).toBe(0);
});

test("a window of no height is 100, also after a gap", () => {
  const still = new Float64Array(5).fill(0.1);
  expect(chop(still, still, still, 2)).toEqual(Float64Array.of(NaN, NaN, 100, 100, 100));
  const gap = Float64Array.of(1, 5, 5, 5, NaN);
  expect(chop(gap, gap, gap, 2)).toEqual(Float64Array.of(NaN, NaN, 100, 100, NaN));
});
