import { expect, test } from "vitest";
import { cmf } from "../../src/indicators/cmf.ts";

const high = Float64Array.of(12, 14, 14, 16);
const low = Float64Array.of(8, 10, 10, 12);
const close = Float64Array.of(11, 10, 14, 14);

test("cmf matches values computed by hand", () => {
  // The money flow volumes of the bars are 50, -200, 300 and 0.
  const values = cmf(high, low, close, Float64Array.of(100, 200, 300, 500), 2);
  expect(values).toEqual(Float64Array.of(NaN, -0.5, 0.2, 0.375));
});

test("cmf has no value for a window without volume", () => {
  const values = cmf(high, low, close, Float64Array.of(100, 0, 0, 500), 2);
  expect(values).toEqual(Float64Array.of(NaN, 0.5, NaN, 0));
});

test("cmf is exactly 0 for flat bars", () => {
  const flat = new Float64Array(4).fill(0.1);
  expect(cmf(flat, flat, flat, Float64Array.of(1, 2, 3, 4), 2)).toEqual(Float64Array.of(NaN, 0, 0, 0));
});

test("cmf has no value while its window contains a missing bar", () => {
  const values = cmf(high.with(1, NaN), low, close, Float64Array.of(100, 200, 300, 500), 2);
  expect(values).toEqual(Float64Array.of(NaN, NaN, NaN, 0.375));
});
