import { expect, test } from "vitest";
import { squeeze } from "../../src/indicators/squeeze.ts";

const high = Float64Array.of(10, 12, 14, 9);
const low = Float64Array.of(8, 9, 13, 8);
const close = Float64Array.of(9, 11, 13, 8);

test("squeeze matches values computed by hand", () => {
  // Bollinger bands from 10 to 14 are inside Keltner bands from 7.5 to 16.5. On the next bar 5.5 to 15.5 is not inside 3.3 to 15.3.
  const { on, momentum } = squeeze(high, low, close, 2);
  expect(on).toEqual(Float64Array.of(NaN, NaN, 1, 0));
  // The closes minus their midpoints are 1, 1.25 and -2.75. A regression line through two points ends at the second point.
  expect(momentum).toEqual(Float64Array.of(NaN, NaN, 1.25, -2.75));
});

test("squeeze momentum over three bars matches values computed by hand", () => {
  // The closes are 1/2, 1/2 and 0 away from the mean of their average 10 and the midpoints 9, 9 and 10. The distances have a mean of
  // 1/3 and a slope of -1/4.
  const { momentum } = squeeze(
    Float64Array.of(10, 12, 11, 12, 14),
    Float64Array.of(6, 8, 8, 6, 6),
    Float64Array.of(10, 10, 10, 10, 10),
    3,
  );
  expect(momentum.subarray(0, 4)).toEqual(Float64Array.of(NaN, NaN, NaN, NaN));
  expect(momentum[4]).toBeCloseTo(1 / 3 - 1 / 4, 14);
});

test("squeeze is off while prices are constant, and its momentum is 0", () => {
  const still = new Float64Array(5).fill(0.1);
  const { on, momentum } = squeeze(still, still, still, 2);
  expect(on).toEqual(Float64Array.of(NaN, NaN, 0, 0, 0));
  expect(momentum).toEqual(Float64Array.of(NaN, NaN, 0, 0, 0));
});
