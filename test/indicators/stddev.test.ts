import { expect, test } from "vitest";
import { stddev } from "../../src/indicators/stddev.ts";

const series = Float64Array.of(2, 4, 4, 4, 5, 5, 7, 9);

test("stddev matches values computed by hand", () => {
  // The squared distances of the eight values from their mean 5 sum to 32.
  expect(stddev(series, 8)[7]).toBe(2);
  expect(stddev(series, 8, { kind: "sample" })[7]).toBeCloseTo(Math.sqrt(32 / 7), 14);
});

test("stddev of one bar is zero, and the sample deviation of one bar has no value", () => {
  expect(stddev(series, 1)).toEqual(new Float64Array(8));
  expect(stddev(series, 1, { kind: "sample" })).toEqual(new Float64Array(8).fill(NaN));
});

test("stddev is exact for changes of half a unit at a price of a billion", () => {
  expect(stddev(Float64Array.of(1e9, 1e9, 1e9 + 0.5, 1e9 + 0.5), 4)[3]).toBe(0.25);
});
