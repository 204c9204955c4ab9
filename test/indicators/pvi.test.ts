import { expect, test } from "vitest";
import { pvi } from "../../src/indicators/pvi.ts";

test("pvi matches values computed by hand", () => {
  // Volume rises on the third and the fifth bar, on which the price doubles and halves.
  const close = Float64Array.of(10, 11, 22, 16, 8);
  expect(pvi(close, Float64Array.of(500, 400, 600, 600, 700))).toEqual(Float64Array.of(1000, 1000, 2000, 2000, 1000));
});

test("pvi has no value for a price change that starts at zero, and then continues", () => {
  const close = Float64Array.of(10, 0, 5, 10, 12);
  const volume = Float64Array.of(2, 1, 2, 1, 2);
  expect(pvi(close, volume)).toEqual(Float64Array.of(1000, 1000, NaN, 1000, 1200));
});

test("pvi has no value on a missing bar, and does not change on the next bar", () => {
  const close = Float64Array.of(10, NaN, 12, 24);
  expect(pvi(close, Float64Array.of(6, 7, 8, 9))).toEqual(Float64Array.of(1000, NaN, 1000, 2000));
});
