import { expect, test } from "vitest";
import { supertrend } from "../../src/indicators/supertrend.ts";

/*
 * By hand at a period of 1 and a multiplier of 1, so the average is the true range: 2, 4, 3, 6 around middles of 10, 13, 12, 7.5.
 * Index 1: bands 12 and 8, down. Index 2: the upper band stays at 12, the close of 14 is above it: up, lower band 9. Index 3:
 * the close before was beyond the upper band, which begins anew at 15; the lower band stays. Index 4: the close of 7 is below
 * 9: down, upper band 13.5.
 */
const high = Float64Array.of(10, 11, 14, 13, 9);
const low = Float64Array.of(8, 9, 12, 11, 6);
const close = Float64Array.of(9, 10, 14, 12, 7);

test("by hand", () => {
  const { line, direction } = supertrend(high, low, close, 1, 1);
  expect(line).toEqual(Float64Array.of(NaN, 12, 9, 9, 13.5));
  expect(direction).toEqual(Float64Array.of(NaN, -1, 1, 1, -1));
});

test("a close on the band turns nothing", () => {
  expect(supertrend(high, low, close.with(2, 12), 1, 1).direction[2]).toBe(-1);
  expect(supertrend(high, low, close.with(4, 9), 1, 1).direction[4]).toBe(1);
});

test("it begins downwards, or as asked for", () => {
  const { line, direction } = supertrend(high, low, close, 1, 1, { initial: "up" });
  expect(direction).toEqual(Float64Array.of(NaN, 1, 1, 1, -1));
  expect(line).toEqual(Float64Array.of(NaN, 8, 9, 9, 13.5));
});

test("with the first height as a true range it begins one bar earlier", () => {
  expect(supertrend(high, low, close, 1, 1, { compat: "tradingview" }).line).toEqual(
    Float64Array.of(11, 11, 9, 9, 13.5),
  );
});

test("a missing bar leaves two without value, and the bands go on", () => {
  const { line, direction } = supertrend(high, low.with(2, NaN), close, 1, 1);
  // Index 4 is the next one with a true range: bands of 13.5 and 1.5, and the ones before were 12 and 8.
  expect(line).toEqual(Float64Array.of(NaN, 12, NaN, NaN, 12));
  expect(direction).toEqual(Float64Array.of(NaN, -1, NaN, NaN, -1));
});
