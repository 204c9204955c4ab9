import { expect, test } from "vitest";
import { obv } from "../../src/indicators/obv.ts";

test("obv matches values computed by hand", () => {
  // Volume is added on a higher close, subtracted on a lower one, and ignored on an equal one.
  const close = Float64Array.of(53.26, 53.3, 53.32, 53.72, 54.19, 53.92, 54.65, 54.6, 54.6, 53.8);
  const volume = Float64Array.of(8200, 8100, 8300, 8900, 9200, 13300, 10300, 9900, 10100, 12700);
  expect(obv(close, volume)).toEqual(
    Float64Array.of(8200, 16300, 24600, 33500, 42700, 29400, 39700, 29800, 29800, 17100),
  );
});

test("obv has no value on a bar with a missing number, and does not change on the next bar", () => {
  const close = Float64Array.of(10, 11, NaN, 13, 14, 15);
  const volume = Float64Array.of(100, 50, 20, 30, 40, NaN);
  expect(obv(close, volume)).toEqual(Float64Array.of(100, 150, NaN, 150, 190, NaN));
});

test("obv starts with the first complete bar", () => {
  expect(obv(Float64Array.of(10, NaN, 12), Float64Array.of(NaN, 50, 70))).toEqual(Float64Array.of(NaN, NaN, 70));
});
