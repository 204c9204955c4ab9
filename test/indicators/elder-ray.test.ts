import { expect, test } from "vitest";
import { elderRay } from "../../src/indicators/elder-ray.ts";

// By hand: with a weight of 2/3 the averages of the closes are 11 and 13 from index 1.
const high = Float64Array.of(11, 12, 14);
const low = Float64Array.of(9, 10, 11);
const close = Float64Array.of(10, 12, 14);

test("elderRay matches values computed by hand", () => {
  // The highs are 1 above the average, and the lows are 1 and 2 below it.
  const { bull, bear } = elderRay(high, low, close, 2);
  expect(bull).toEqual(Float64Array.of(NaN, 1, 1));
  expect(bear).toEqual(Float64Array.of(NaN, -1, -2));
});

test("elderRay has no values on a bar without a high, and continues on the next bar", () => {
  const gap = (column: Float64Array, value: number) => Float64Array.of(...column.subarray(0, 2), value, column[2]!);
  const { bull, bear } = elderRay(gap(high, NaN), gap(low, 10), gap(close, 99), 2);
  expect(bull).toEqual(Float64Array.of(NaN, 1, NaN, 1));
  expect(bear).toEqual(Float64Array.of(NaN, -1, NaN, -2));
});
