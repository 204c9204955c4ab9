import { expect, test } from "vitest";
import { adosc } from "../../src/indicators/adosc.ts";

// By hand: every bar of volume 100 closes where the line becomes 100, 0, 50, 150.
const high = Float64Array.of(12, 12, 12, 12);
const low = Float64Array.of(8, 8, 8, 8);
const close = Float64Array.of(12, 8, 11, 12);
const volume = Float64Array.of(100, 100, 100, 100);

test("by hand: averages of 1 and 3 bars, begun with the mean of the first three, 50", () => {
  expect(adosc(high, low, close, volume, 1, 3)).toEqual(Float64Array.of(NaN, NaN, 0, 50));
});

test("by hand: begun with the first value, the slow average is 100, 50, 50, 100; shown from the same bar", () => {
  expect(adosc(high, low, close, volume, 1, 3, { seed: "first" })).toEqual(Float64Array.of(NaN, NaN, 0, 50));
  expect(adosc(high, low, close, volume, 1, 2, { seed: "first" })[1]).toBeCloseTo(-100 / 3, 12);
});

test("a missing bar leaves sum and averages as they were", () => {
  const gap = (column: Float64Array) => Float64Array.of(...column.subarray(0, 3), NaN, column[3]!);
  const values = adosc(gap(high), gap(low), gap(close), gap(volume), 1, 3);
  expect(values).toEqual(Float64Array.of(NaN, NaN, 0, NaN, 50));
});
