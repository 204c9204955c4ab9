import { expect, test } from "vitest";
import { correlation } from "../../src/indicators/correlation.ts";

test("correlation matches values computed by hand", () => {
  // By hand: 1 2 3 and 2 4 5 have a correlation of 3 / sqrt(2 * 14/3), 2 3 4 and 4 5 1 one of -3 / sqrt(2 * 26/3).
  const values = correlation(Float64Array.of(1, 2, 3, 4), Float64Array.of(2, 4, 5, 1), 3);
  expect(values.subarray(0, 2)).toEqual(Float64Array.of(NaN, NaN));
  expect(values[2]).toBeCloseTo(3 / Math.sqrt((2 * 14) / 3), 14);
  expect(values[3]).toBeCloseTo(-3 / Math.sqrt((2 * 26) / 3), 14);
});

test("correlation of a series with itself is 1 and with its negative -1, even at a price of a billion", () => {
  const wave = Float64Array.from({ length: 40 }, (_, i) => 1e9 + Math.sin(i));
  const mirror = wave.map((value) => -value);
  for (let i = 4; i < 40; i++) {
    expect(correlation(wave, wave, 5)[i]).toBeCloseTo(1, 15);
    expect(correlation(wave, mirror, 5)[i]).toBeCloseTo(-1, 15);
  }
});

test("correlation has no value for a constant series", () => {
  const still = new Float64Array(4).fill(0.1);
  expect(correlation(Float64Array.of(1, 2, 3, 4), still, 3)).toEqual(new Float64Array(4).fill(NaN));
  expect(correlation(still, Float64Array.of(1, 2, 3, 4), 3)).toEqual(new Float64Array(4).fill(NaN));
});
