import { expect, test } from "vitest";
import { supertrend } from "../../src/indicators/supertrend.ts";

/*
 * By hand with a period and a multiplier of 1, from index 1. True ranges of 2, 4, 3, 6 around midpoints of 10, 13, 12, 7.5 give upper
 * bands of 12, 12, 15, 13.5 and lower bands of 8, 9, 9, 9. The closes of 14 and 7 beyond a band reverse the trend.
 */
const high = Float64Array.of(10, 11, 14, 13, 9);
const low = Float64Array.of(8, 9, 12, 11, 6);
const close = Float64Array.of(9, 10, 14, 12, 7);

test("supertrend matches values computed by hand", () => {
  const { line, direction } = supertrend(high, low, close, 1, 1);
  expect(line).toEqual(Float64Array.of(NaN, 12, 9, 9, 13.5));
  expect(direction).toEqual(Float64Array.of(NaN, -1, 1, 1, -1));
});

test("supertrend does not reverse on a close exactly at its band", () => {
  expect(supertrend(high, low, close.with(2, 12), 1, 1).direction[2]).toBe(-1);
  expect(supertrend(high, low, close.with(4, 9), 1, 1).direction[4]).toBe(1);
});

test("supertrend starts downward, or in the direction of the parameter initial", () => {
  const { line, direction } = supertrend(high, low, close, 1, 1, { initial: "up" });
  expect(direction).toEqual(Float64Array.of(NaN, 1, 1, 1, -1));
  expect(line).toEqual(Float64Array.of(NaN, 8, 9, 9, 13.5));
});

test("supertrend with `firstTr: highLow` starts one bar earlier", () => {
  expect(supertrend(high, low, close, 1, 1, { compat: "tradingview" }).line).toEqual(
    Float64Array.of(11, 11, 9, 9, 13.5),
  );
});

test("supertrend has no values on a missing bar and the next one, and then continues from its last bands", () => {
  const { line, direction } = supertrend(high, low.with(2, NaN), close, 1, 1);
  // Index 4 is the first bar with a true range again. Its bands of 13.5 and 1.5 follow bands of 12 and 8.
  expect(line).toEqual(Float64Array.of(NaN, 12, NaN, NaN, 12));
  expect(direction).toEqual(Float64Array.of(NaN, -1, NaN, NaN, -1));
});
