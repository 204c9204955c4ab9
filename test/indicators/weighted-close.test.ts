import { expect, test } from "vitest";
import { weightedClose } from "../../src/indicators/weighted-close.ts";

const high = Float64Array.of(12, 13, 1);
const low = Float64Array.of(9, 10, -1);
const close = Float64Array.of(11, 12, 0);

test("weightedClose matches values computed by hand", () => {
  // High + low + 2 * close is 43, 47 and 0.
  expect(weightedClose(high, low, close)).toEqual(Float64Array.of(10.75, 11.75, 0));
});

test("weightedClose has no value on a bar with a missing number", () => {
  expect(weightedClose(high.with(0, Infinity), low, close.with(1, NaN))).toEqual(Float64Array.of(NaN, NaN, 0));
});
