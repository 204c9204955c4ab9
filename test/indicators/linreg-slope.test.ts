import { expect, test } from "vitest";
import { linregSlope } from "../../src/indicators/linreg-slope.ts";

test("linregSlope over three bars is (last - first) / 2", () => {
  expect(linregSlope(Float64Array.of(1, 2, 6, 3, 3), 3)).toEqual(Float64Array.of(NaN, NaN, 2.5, 0.5, -1.5));
});

test("linregSlope over four bars weighs the values by -0.3, -0.1, 0.1 and 0.3", () => {
  expect(linregSlope(Float64Array.of(1, 2, 6, 3), 4)[3]).toBeCloseTo(1, 14);
});

test("linregSlope of a constant 0.1 is exactly 0", () => {
  expect(linregSlope(new Float64Array(9).fill(0.1), 4).subarray(3)).toEqual(new Float64Array(6));
});

test("linregSlope is not affected by an outlier that has left its window", () => {
  const calm = Float64Array.of(5, 0.1, 0.2, 0.4, 0.3);
  expect(linregSlope(calm.with(0, 1e15), 3)[4]).toBe(linregSlope(calm, 3)[4]);
});
