import { expect, test } from "vitest";
import { linregIntercept } from "../../src/indicators/linreg-intercept.ts";

test("linregIntercept matches values computed by hand", () => {
  // The values 1 2 6 have the mean 3 and the slope 2.5, so their line starts at 0.5.
  const values = linregIntercept(Float64Array.of(1, 2, 6, 3, 3), 3);
  expect(values.subarray(0, 3)).toEqual(Float64Array.of(NaN, NaN, 0.5));
  expect(values[3]).toBeCloseTo(11 / 3 - 0.5, 14);
  expect(values[4]).toBe(5.5);
});

test("linregIntercept of a constant series is the constant", () => {
  expect(linregIntercept(new Float64Array(20).fill(0.1), 7)[19]).toBe(0.1);
});
