import { expect, test } from "vitest";
import { natr } from "../../src/indicators/natr.ts";

// By hand: the true ranges are 3, 3 and 4, so their averages are 3 and 3.5.
const high = Float64Array.of(10, 12, 14, 9);
const low = Float64Array.of(8, 9.5, 13, 8);

test("natr matches values computed by hand, in percent of the close", () => {
  expect(natr(high, low, Float64Array.of(9, 11, 12, 8.5), 2)).toEqual(Float64Array.of(NaN, NaN, 25, 100 * (3.5 / 8.5)));
});

test("natr has no value for a close of zero, and its average includes the true range of that bar", () => {
  const zero = new Float64Array(4);
  const close = Float64Array.of(0, 0, 0, 2);
  // The true ranges are 0, 0 and 2, so their averages are 0 and 1.
  expect(natr(close, zero, close, 2)).toEqual(Float64Array.of(NaN, NaN, NaN, 50));
});
