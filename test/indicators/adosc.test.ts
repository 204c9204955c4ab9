import { expect, test } from "vitest";
import { adosc } from "../../src/indicators/adosc.ts";

// By hand: with these closes and volumes of 100 the line is 100, 0, 50, 150.
const high = Float64Array.of(12, 12, 12, 12);
const low = Float64Array.of(8, 8, 8, 8);
const close = Float64Array.of(12, 8, 11, 12);
const volume = Float64Array.of(100, 100, 100, 100);

test("adosc matches values computed by hand, with averages started by a mean", () => {
  // Averages of 1 and 3 bars; the slow one starts with 50, the mean of the first three.
  expect(adosc(high, low, close, volume, 1, 3)).toEqual(Float64Array.of(NaN, NaN, 0, 50));
});

test("adosc with seed first matches values computed by hand", () => {
  // The slow average is 100, 50, 50, 100; both seeds have the same first index.
  expect(adosc(high, low, close, volume, 1, 3, { seed: "first" })).toEqual(Float64Array.of(NaN, NaN, 0, 50));
  expect(adosc(high, low, close, volume, 1, 2, { seed: "first" })[1]).toBeCloseTo(-100 / 3, 12);
});

test("adosc keeps its sum and averages over a missing bar", () => {
  const gap = (column: Float64Array) => Float64Array.of(...column.subarray(0, 3), NaN, column[3]!);
  const values = adosc(gap(high), gap(low), gap(close), gap(volume), 1, 3);
  expect(values).toEqual(Float64Array.of(NaN, NaN, 0, NaN, 50));
});
