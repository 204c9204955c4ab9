import { expect, test } from "vitest";
import { pvt } from "../../src/indicators/pvt.ts";

const volume = Float64Array.of(100, 200, 300, 400, 500);

test("pvt matches values computed by hand", () => {
  // The price changes by a tenth, minus a half, nothing and twice itself, on volumes of 200, 300, 400 and 500.
  expect(pvt(Float64Array.of(10, 11, 5.5, 5.5, 16.5), volume)).toEqual(Float64Array.of(NaN, 20, -130, -130, 870));
});

test("pvt has no value for a change from a price of zero, and then continues its sum", () => {
  expect(pvt(Float64Array.of(10, 0, 5, 10, 10), volume)).toEqual(Float64Array.of(NaN, -200, NaN, 200, 200));
});

test("pvt leaves out the changes to and from a missing value", () => {
  const close = Float64Array.of(10, 11, NaN, 5, 10);
  expect(pvt(close, volume)).toEqual(Float64Array.of(NaN, 20, NaN, NaN, 520));
});
