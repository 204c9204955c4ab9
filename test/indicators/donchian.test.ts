import { expect, test } from "vitest";
import { donchian } from "../../src/indicators/donchian.ts";

const high = Float64Array.of(10, 12, 11, 13, 12);
const low = Float64Array.of(8, 9, 9, 10, 7);

test("by hand, with the bar itself", () => {
  const { upper, middle, lower } = donchian(high, low, 2);
  expect(upper).toEqual(Float64Array.of(NaN, 12, 12, 13, 13));
  expect(lower).toEqual(Float64Array.of(NaN, 8, 9, 9, 7));
  expect(middle).toEqual(Float64Array.of(NaN, 10, 10.5, 11, 10));
});

test("by hand, without the bar itself: only so can a price break out", () => {
  const { upper, middle, lower } = donchian(high, low, 2, 1);
  expect(upper).toEqual(Float64Array.of(NaN, NaN, 12, 12, 13));
  expect(lower).toEqual(Float64Array.of(NaN, NaN, 8, 9, 9));
  expect(middle).toEqual(Float64Array.of(NaN, NaN, 10, 10.5, 11));
  expect(low[4]).toBeLessThan(lower[4]!);
});

test("a bar that is missing has no channel, even of the bars before it", () => {
  expect(donchian(high, low.with(3, NaN), 1, 1).upper).toEqual(Float64Array.of(NaN, 10, 12, NaN, NaN));
  expect(donchian(high, low.with(3, NaN), 2).upper).toEqual(Float64Array.of(NaN, 12, 12, NaN, NaN));
});
