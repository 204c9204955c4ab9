import { expect, test } from "vitest";
import { stddev } from "../../src/indicators/stddev.ts";

const series = Float64Array.of(2, 4, 4, 4, 5, 5, 7, 9);

test("by hand: squared distances from 5 that add up to 32", () => {
  expect(stddev(series, 8)[7]).toBe(2);
  expect(stddev(series, 8, { kind: "sample" })[7]).toBeCloseTo(Math.sqrt(32 / 7), 14);
});

test("of one bar it is zero, and of a sample of one there is none", () => {
  expect(stddev(series, 1)).toEqual(new Float64Array(8));
  expect(stddev(series, 1, { kind: "sample" })).toEqual(new Float64Array(8).fill(NaN));
});

test("a cent of movement on a price of a billion keeps its digits", () => {
  expect(stddev(Float64Array.of(1e9, 1e9, 1e9 + 0.5, 1e9 + 0.5), 4)[3]).toBe(0.25);
});
