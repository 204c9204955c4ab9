import { expect, test } from "vitest";
import { linregSlope } from "../../src/indicators/linreg-slope.ts";

test("by hand: over three bars it is half of the last less the first", () => {
  expect(linregSlope(Float64Array.of(1, 2, 6, 3, 3), 3)).toEqual(Float64Array.of(NaN, NaN, 2.5, 0.5, -1.5));
});

test("by hand: over four bars the weights are -0.3 -0.1 0.1 0.3", () => {
  expect(linregSlope(Float64Array.of(1, 2, 6, 3), 4)[3]).toBeCloseTo(1, 14);
});

test("a constant 0.1 has a slope of exactly 0", () => {
  expect(linregSlope(new Float64Array(9).fill(0.1), 4).subarray(3)).toEqual(new Float64Array(6));
});

test("an outlier that has left the window is forgotten to the last bit", () => {
  const calm = Float64Array.of(5, 0.1, 0.2, 0.4, 0.3);
  expect(linregSlope(calm.with(0, 1e15), 3)[4]).toBe(linregSlope(calm, 3)[4]);
});
