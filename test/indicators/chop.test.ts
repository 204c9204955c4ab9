import { expect, test } from "vitest";
import { chop } from "../../src/indicators/chop.ts";

test("chop matches values computed by hand", () => {
  // The true ranges are 2, 2 and 4, and the whole window has a range of 6.
  const high = Float64Array.of(10, 11, 12, 15);
  const low = Float64Array.of(8, 9, 10, 11);
  const close = Float64Array.of(9, 10, 11, 14);
  expect(chop(high, low, close, 3)[3]).toBeCloseTo((100 * Math.log(4 / 3)) / Math.log(3), 12);
});

test("chop is 100 for equal bars and 0 if each bar starts at the end of the one before", () => {
  const same = [new Float64Array(4).fill(12), new Float64Array(4).fill(9), new Float64Array(4).fill(10)] as const;
  expect(chop(...same, 3)[3]).toBe(100);
  // The low of each bar is the high of the bar before.
  const way = [Float64Array.of(2, 3, 4, 5), Float64Array.of(1, 2, 3, 4), Float64Array.of(2, 3, 4, 5)] as const;
  expect(chop(...way, 3)[3]).toBe(0);
});

test("chop is 100 for a window of constant prices, even right after a jump", () => {
  const still = new Float64Array(5).fill(0.1);
  expect(chop(still, still, still, 2)).toEqual(Float64Array.of(NaN, NaN, 100, 100, 100));
  const gap = Float64Array.of(1, 5, 5, 5, NaN);
  expect(chop(gap, gap, gap, 2)).toEqual(Float64Array.of(NaN, NaN, 100, 100, NaN));
});
