import { expect, test } from "vitest";
import { medianPrice } from "../../src/indicators/median-price.ts";

const high = Float64Array.of(12, 13, 1);
const low = Float64Array.of(9, 10, -1);

test("medianPrice matches values computed by hand", () => {
  // High + low is 21, 23 and 0.
  expect(medianPrice(high, low)).toEqual(Float64Array.of(10.5, 11.5, 0));
});

test("medianPrice has no value on a bar with a missing number", () => {
  expect(medianPrice(high.with(0, Infinity), low.with(1, NaN))).toEqual(Float64Array.of(NaN, NaN, 0));
});
