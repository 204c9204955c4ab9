import { expect, test } from "vitest";
import { zlema } from "../../src/indicators/zlema.ts";

test("zlema matches values computed by hand", () => {
  // The prices extrapolated by one bar are 3, 4, 5 and 12. Their ema of period 3 gives the newest one a weight of 0.5.
  expect(zlema(Float64Array.of(1, 2, 3, 4, 8), 3)).toEqual(Float64Array.of(NaN, NaN, NaN, 4, 8));
});

test("zlema of a straight line is the line", () => {
  const line = Float64Array.from({ length: 30 }, (_, i) => 100 - 2 * i);
  expect(zlema(line, 5).subarray(6)).toEqual(line.subarray(6));
});

test("zlema has no value on a missing bar and on the later bar that is compared with it, and then continues", () => {
  expect(zlema(Float64Array.of(1, 2, 3, 4, NaN, 8, 8), 3)).toEqual(Float64Array.of(NaN, NaN, NaN, 4, NaN, NaN, 6));
});

test("zlema with a period of 1 or 2 has no lag", () => {
  expect(zlema(Float64Array.of(3, 1, 4), 1)).toEqual(Float64Array.of(3, 1, 4));
  expect(zlema.warmup(2)).toBe(1);
});
