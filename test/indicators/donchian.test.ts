import { expect, test } from "vitest";
import { donchian } from "../../src/indicators/donchian.ts";

const high = Float64Array.of(10, 12, 11, 13, 12);
const low = Float64Array.of(8, 9, 9, 10, 7);

test("donchian includes the current bar and matches values computed by hand", () => {
  const { upper, middle, lower } = donchian(high, low, 2);
  expect(upper).toEqual(Float64Array.of(NaN, 12, 12, 13, 13));
  expect(lower).toEqual(Float64Array.of(NaN, 8, 9, 9, 7));
  expect(middle).toEqual(Float64Array.of(NaN, 10, 10.5, 11, 10));
});

test("donchian with `lag: 1` excludes the current bar, so that a price can leave the channel", () => {
  const { upper, middle, lower } = donchian(high, low, 2, 1);
  expect(upper).toEqual(Float64Array.of(NaN, NaN, 12, 12, 13));
  expect(lower).toEqual(Float64Array.of(NaN, NaN, 8, 9, 9));
  expect(middle).toEqual(Float64Array.of(NaN, NaN, 10, 10.5, 11));
  expect(low[4]).toBeLessThan(lower[4]!);
});

test("donchian has no values on a missing bar, even with `lag: 1`", () => {
  expect(donchian(high, low.with(3, NaN), 1, 1).upper).toEqual(Float64Array.of(NaN, 10, 12, NaN, NaN));
  expect(donchian(high, low.with(3, NaN), 2).upper).toEqual(Float64Array.of(NaN, 12, 12, NaN, NaN));
});
