import { expect, test } from "vitest";
import { adosc } from "../../src/indicators/adosc.ts";

// By hand: these closes and volumes of 100 give an accumulation/distribution line of 100, 0, 50 and 150.
const high = Float64Array.of(12, 12, 12, 12);
const low = Float64Array.of(8, 8, 8, 8);
const close = Float64Array.of(12, 8, 11, 12);
const volume = Float64Array.of(100, 100, 100, 100);

test("adosc starts its averages with a mean and matches values computed by hand", () => {
  // The fast average covers 1 bar and the slow one 3 bars. The slow average starts with 50, the mean of the first three values.
  expect(adosc(high, low, close, volume, 1, 3)).toEqual(Float64Array.of(NaN, NaN, 0, 50));
});

test("adosc with `seed: first` matches values computed by hand", () => {
  // The slow average of 3 bars is 100, 50, 50 and 100. With either seed the first result is at index 2.
  expect(adosc(high, low, close, volume, 1, 3, { seed: "first" })).toEqual(Float64Array.of(NaN, NaN, 0, 50));
  expect(adosc(high, low, close, volume, 1, 2, { seed: "first" })[1]).toBeCloseTo(-100 / 3, 12);
});

test("adosc continues its sum and its averages after a missing bar", () => {
  const gap = (column: Float64Array) => Float64Array.of(...column.subarray(0, 3), NaN, column[3]!);
  const values = adosc(gap(high), gap(low), gap(close), gap(volume), 1, 3);
  expect(values).toEqual(Float64Array.of(NaN, NaN, 0, NaN, 50));
});
