import { expect, test } from "vitest";
import { adx } from "../../src/indicators/adx.ts";
import { adxr } from "../../src/indicators/adxr.ts";
import { randomBars } from "../support/series.ts";

test("adxr matches values computed by hand", () => {
  const high = Float64Array.of(10, 12, 13, 12, 14);
  const low = Float64Array.of(8, 9, 11, 9, 10);
  const close = Float64Array.of(9, 11, 12, 10, 13);
  const values = adxr(high, low, close, 2);
  expect([...values.subarray(0, 4)]).toEqual([NaN, NaN, NaN, NaN]);
  // By hand: the last two values of adx are 400 / 7 and (400 / 7 + 140 / 3) / 2, and their mean is 1145 / 21.
  expect(values[4]).toBeCloseTo(1145 / 21, 12);
});

test("adxr is the mean of adx now and period - 1 bars ago", () => {
  const { high, low, close } = randomBars(60, 3);
  const average = adx(high, low, close, 5).adx;
  expect(adxr(high, low, close, 5)[40]).toBe((average[40]! + average[36]!) / 2);
});

test("adxr with a period of 1 equals adx", () => {
  const { high, low, close } = randomBars(10, 3);
  expect(adxr(high, low, close, 1)).toEqual(adx(high, low, close, 1).adx);
});
