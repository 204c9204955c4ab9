import { expect, test } from "vitest";
import { alma } from "../../src/indicators/alma.ts";

test("alma matches values computed by hand", () => {
  // Period 3, offset 1 and sigma 3 give the weights e^-2, e^-0.5 and 1.
  const [old, middle] = [Math.exp(-2), Math.exp(-0.5)];
  const values = alma(Float64Array.of(1, 2, 6, 3), 3, 1, 3);
  expect(values.subarray(0, 2)).toEqual(Float64Array.of(NaN, NaN));
  expect(values[2]).toBeCloseTo((old + 2 * middle + 6) / (old + middle + 1), 14);
  expect(values[3]).toBeCloseTo((2 * old + 6 * middle + 3) / (old + middle + 1), 14);
});

test("alma with a sigma of 0 weighs all bars equally", () => {
  const values = alma(Float64Array.of(1, 2, 6, 3), 3, 0.85, 0);
  expect(values[2]).toBeCloseTo(3, 14);
  expect(values[3]).toBeCloseTo(11 / 3, 14);
});

test("alma favors old bars with offset 0 and new bars with offset 1", () => {
  const step = Float64Array.of(0, 0, 0, 1, 1, 1);
  expect(alma(step, 3, 0)[3]).toBeLessThan(0.01);
  expect(alma(step, 3, 1)[3]).toBeGreaterThan(0.8);
});
