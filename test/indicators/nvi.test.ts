import { expect, test } from "vitest";
import { nvi } from "../../src/indicators/nvi.ts";

test("nvi matches values computed by hand", () => {
  // Volume falls on the second and the fifth bar, on which the price rises by ten percent and halves.
  const close = Float64Array.of(10, 11, 20, 16, 8);
  expect(nvi(close, Float64Array.of(500, 400, 600, 600, 100))).toEqual(Float64Array.of(1000, 1100, 1100, 1100, 550));
});

test("nvi has no value for a price change that starts at zero, and then continues", () => {
  const close = Float64Array.of(10, 0, 5, 10, 12);
  const volume = Float64Array.of(1, 2, 1, 2, 1);
  expect(nvi(close, volume)).toEqual(Float64Array.of(1000, 1000, NaN, 1000, 1200));
});

test("nvi has no value on a missing bar, and does not change on the next bar", () => {
  const close = Float64Array.of(10, 11, 12, 24);
  expect(nvi(close, Float64Array.of(9, NaN, 7, 6))).toEqual(Float64Array.of(1000, NaN, 1000, 2000));
});

test("nvi returns zeros of equal sign in batch and stream after it has fallen to zero", () => {
  const close = Float64Array.of(10, 0, -1, -2, -3, 5);
  const volume = Float64Array.of(9, 8, 7, 6, 5, 4);
  const stream = nvi.stream();
  expect(close.map((price, i) => stream.update(price, volume[i]!))).toEqual(nvi(close, volume));
  expect(nvi(close, volume)).toEqual(Float64Array.of(1000, 0, NaN, 0, 0, 0));
});
