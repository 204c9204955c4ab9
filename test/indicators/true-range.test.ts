import { expect, test } from "vitest";
import { trueRange } from "../../src/indicators/true-range.ts";

// By hand: the true ranges are 12 - 9, 14 - 11 with a gap up, and 13.5 - 8 with a gap down.
const high = Float64Array.of(10, 12, 14, 9);
const low = Float64Array.of(8, 9.5, 13, 8);
const close = Float64Array.of(9, 11, 13.5, 8.5);

test("trueRange matches values computed by hand", () => {
  expect(trueRange(high, low, close)).toEqual(Float64Array.of(NaN, 3, 3, 5.5));
});

test("trueRange has no value on a bar without a close and the next one", () => {
  expect(trueRange(high, low, close.with(1, NaN))).toEqual(Float64Array.of(NaN, NaN, NaN, 5.5));
});

test("trueRange is 0 for constant prices", () => {
  const still = new Float64Array(3).fill(0.1);
  expect(trueRange(still, still, still)).toEqual(Float64Array.of(NaN, 0, 0));
});
