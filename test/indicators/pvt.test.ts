import { expect, test } from "vitest";
import { pvt } from "../../src/indicators/pvt.ts";

const volume = Float64Array.of(100, 200, 300, 400, 500);

test("pvt matches values computed by hand", () => {
  // A tenth of 200, minus half of 300, nothing, twice 500.
  expect(pvt(Float64Array.of(10, 11, 5.5, 5.5, 16.5), volume)).toEqual(Float64Array.of(NaN, 20, -130, -130, 870));
});

test("pvt has no value after a price of zero, and keeps its sum", () => {
  expect(pvt(Float64Array.of(10, 0, 5, 10, 10), volume)).toEqual(Float64Array.of(NaN, -200, NaN, 200, 200));
});

test("pvt leaves out both changes next to a missing value", () => {
  const close = Float64Array.of(10, 11, NaN, 5, 10);
  expect(pvt(close, volume)).toEqual(Float64Array.of(NaN, 20, NaN, NaN, 520));
});
