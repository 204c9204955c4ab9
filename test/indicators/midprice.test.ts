import { expect, test } from "vitest";
import { midprice } from "../../src/indicators/midprice.ts";

const high = Float64Array.of(3, 5, 4, 8, 6);
const low = Float64Array.of(1, 3, 2, 6, 4);

test("midprice matches values computed by hand", () => {
  // The highest highs are 5, 5, 8, 8, and the lowest lows 1, 2, 2, 4.
  expect(midprice(high, low, 2)).toEqual(Float64Array.of(NaN, 3, 3.5, 5, 6));
});

test("midprice has no value while its window contains a bar without a low", () => {
  expect(midprice(high, low.with(1, NaN), 2)).toEqual(Float64Array.of(NaN, NaN, NaN, 5, 6));
});
