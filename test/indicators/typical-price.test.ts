import { expect, test } from "vitest";
import { typicalPrice } from "../../src/indicators/typical-price.ts";

const high = Float64Array.of(12, 13, 0.5);
const low = Float64Array.of(9, 10, -1);
const close = Float64Array.of(10.5, 13, 0.5);

test("typicalPrice matches values computed by hand", () => {
  // High + low + close is 31.5, 36 and 0.
  expect(typicalPrice(high, low, close)).toEqual(Float64Array.of(10.5, 12, 0));
});

test("typicalPrice has no value on a bar with a missing number", () => {
  expect(typicalPrice(high, low.with(1, -Infinity), close.with(0, NaN))).toEqual(Float64Array.of(NaN, NaN, 0));
});
