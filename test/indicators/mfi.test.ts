import { expect, test } from "vitest";
import { mfi } from "../../src/indicators/mfi.ts";

const high = Float64Array.of(11, 12, 11, 11, 13);
const low = Float64Array.of(9, 10, 9, 9, 11);
const close = Float64Array.of(10, 11, 10, 10, 12);
const volume = Float64Array.of(5, 10, 10, 30, 20);

test("mfi matches values computed by hand", () => {
  // The typical prices are 10, 11, 10, 10 and 12, so the money flows are 110, -100, 0 and 240.
  expect([...mfi(high, low, close, volume, 2)]).toEqual([NaN, NaN, expect.closeTo(11000 / 210, 12), 0, 100]);
});

test("mfi is 100 without downward flow, 0 without upward flow, and 50 without any flow", () => {
  const rising = Float64Array.of(1, 2, 3, 4);
  const traded = Float64Array.of(7, 7, 7, 7);
  expect(mfi(rising, rising, rising, traded, 2)).toEqual(Float64Array.of(NaN, NaN, 100, 100));
  const falling = rising.toReversed();
  expect(mfi(falling, falling, falling, traded, 2)).toEqual(Float64Array.of(NaN, NaN, 0, 0));
  const still = new Float64Array(4).fill(0.1);
  expect(mfi(still, still, still, traded, 2)).toEqual(Float64Array.of(NaN, NaN, 50, 50));
  expect(mfi(rising, rising, rising, new Float64Array(4), 2)).toEqual(Float64Array.of(NaN, NaN, 50, 50));
});

test("mfi leaves out the changes to and from a missing bar", () => {
  const values = mfi(high.with(1, NaN), low, close, volume, 1);
  expect(values).toEqual(Float64Array.of(NaN, NaN, NaN, 50, 100));
});
