import { expect, test } from "vitest";
import { vidya } from "../../src/indicators/vidya.ts";

// By hand with a weight of 1/2: all up, 11 + 1/2 * 2. Then 2 up and 3 down, a fifth of the weight: 12 - 1/10 * 2.
test("by hand: period 3, momentum of 2 changes", () => {
  expect([...vidya(Float64Array.of(10, 11, 13, 10), 3, 2)]).toEqual([NaN, NaN, 12, expect.closeTo(11.8, 12)]);
});

test("without momentum it rests, wherever the price is", () => {
  expect(vidya(Float64Array.of(10, 11, 13, 13, 13, 13), 3, 2).subarray(2)).toEqual(
    Float64Array.of(12, 12.5, 12.5, 12.5),
  );
});

test("a missing value leaves its windows without an average, and the next bar goes on from the one before", () => {
  expect(vidya(Float64Array.of(10, 11, 13, NaN, 13, 15, 16), 3, 2)).toEqual(
    Float64Array.of(NaN, NaN, 12, NaN, NaN, NaN, 14),
  );
});
