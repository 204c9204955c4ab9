import { expect, test } from "vitest";
import { stochastic } from "../../src/indicators/stochastic.ts";
import { willr } from "../../src/indicators/willr.ts";
import { HARD_SERIES, barsOf, randomBars } from "../support/series.ts";

// By hand from index 2: the lowest lows are 8, 9, 9, and the highest highs 12, 13, 13.
const high = Float64Array.of(10, 12, 11, 13, 12);
const low = Float64Array.of(8, 9, 9, 10, 9);
const close = Float64Array.of(9, 11, 10, 12, 9.5);

test("willr matches values computed by hand", () => {
  // The closes are 2, 1 and 3.5 below the highest highs, in ranges of 4.
  expect(willr(high, low, close, 3)).toEqual(Float64Array.of(NaN, NaN, -50, -25, -87.5));
});

test("willr equals the unsmoothed stochastic minus 100 bit for bit", () => {
  for (const bars of [
    randomBars(300, 1),
    barsOf(HARD_SERIES["flat stretches"]!(300)),
    barsOf(HARD_SERIES["a small wave on a billion"]!(300)),
  ]) {
    const { k } = stochastic(bars, { kPeriod: 5, slowing: 1 });
    expect(willr(bars, 5)).toEqual(k.map((percent) => percent - 100));
  }
});

test("willr of constant prices is -50, and a close outside the range of its bar counts as the nearest edge", () => {
  const flat = new Float64Array(3).fill(0.1);
  expect(willr(flat, flat, flat, 2)).toEqual(Float64Array.of(NaN, -50, -50));
  expect(willr(high, low, Float64Array.of(9, 11, 20, 1, 9.5), 3)).toEqual(Float64Array.of(NaN, NaN, 0, -100, -87.5));
});
