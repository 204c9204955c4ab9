import { expect, test } from "vitest";
import { trueRange } from "../../src/indicators/true-range.ts";

// By hand: 12 - 9; a gap up counts from the close of 11; a gap down from 13.5.
const high = Float64Array.of(10, 12, 14, 9);
const low = Float64Array.of(8, 9.5, 13, 8);
const close = Float64Array.of(9, 11, 13.5, 8.5);

test("by hand", () => {
  expect(trueRange(high, low, close)).toEqual(Float64Array.of(NaN, 3, 3, 5.5));
});

test("a bar without a close leaves itself and the next one without a value", () => {
  expect(trueRange(high, low, close.with(1, NaN))).toEqual(Float64Array.of(NaN, NaN, NaN, 5.5));
});

test("a market that stands still has none", () => {
  const still = new Float64Array(3).fill(0.1);
  expect(trueRange(still, still, still)).toEqual(Float64Array.of(NaN, 0, 0));
});
