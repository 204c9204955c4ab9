import { expect, test } from "vitest";
import { chandelier } from "../../src/indicators/chandelier.ts";

// By hand: the true ranges are 3, 3 and 5.5, and their averages 3 and 4.25. Two bars have highest highs of 14 and 14 and lowest lows
// of 9.5 and 8.
const high = Float64Array.of(10, 12, 14, 13);
const low = Float64Array.of(8, 9.5, 13, 8);
const close = Float64Array.of(9, 11, 13.5, 8.5);

test("chandelier matches values computed by hand", () => {
  const { long, short } = chandelier(high, low, close, 2, 1);
  expect(long).toEqual(Float64Array.of(NaN, NaN, 11, 9.75));
  expect(short).toEqual(Float64Array.of(NaN, NaN, 12.5, 12.25));
});

test("chandelier with `firstTr: highLow` starts one bar earlier", () => {
  // The average true range is (2 + 3) / 2 = 2.5, which is subtracted from the highest high of 12.
  expect(chandelier(high, low, close, 2, 1, { firstTr: "highLow" }).long[1]).toBe(9.5);
});

test("chandelier stops equal the price while prices are constant", () => {
  const flat = new Float64Array(5).fill(0.1);
  const { long, short } = chandelier(flat, flat, flat, 2);
  expect([long[4], short[4]]).toEqual([0.1, 0.1]);
});

test("chandelier has no values while the window for its highest high and lowest low contains a missing bar", () => {
  const wide = (column: Float64Array) => Float64Array.of(...column, ...column, ...column);
  const { long } = chandelier(wide(high), wide(low), wide(close).with(4, NaN), 3, 1);
  expect([...long].map(Number.isNaN)).toEqual([true, true, true, false, true, true, true, ...Array(5).fill(false)]);
});
