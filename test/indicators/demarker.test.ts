import { expect, test } from "vitest";
import { demarker } from "../../src/indicators/demarker.ts";

// By hand: highs raised by 2, 0 and 1, lows undercut by 0, 1 and 0.
const high = Float64Array.of(10, 12, 11, 12);
const low = Float64Array.of(8, 9, 8, 9);

test("by hand: 2 up and 1 down of 3, then 1 and 1 of 2", () => {
  expect(demarker(high, low, 2)).toEqual(Float64Array.of(NaN, NaN, 2 / 3, 0.5));
  expect(demarker(high, low, 1)).toEqual(Float64Array.of(NaN, 1, 0, 1));
});

test("neither a higher high nor a lower low is the middle", () => {
  const flat = new Float64Array(20).fill(0.1);
  expect(demarker(flat, flat)[19]).toBe(0.5);
  expect(demarker(Float64Array.of(10, 9, 8), Float64Array.of(1, 2, 3), 2)[2]).toBe(0.5);
});

test("a bar without a low leaves both of its changes missing", () => {
  const values = demarker(high, low.with(1, NaN), 1);
  expect(values).toEqual(Float64Array.of(NaN, NaN, NaN, 1));
});
