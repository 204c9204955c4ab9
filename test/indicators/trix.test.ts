import { expect, test } from "vitest";
import { ema } from "../../src/indicators/ema.ts";
import { roc } from "../../src/indicators/roc.ts";
import { trix } from "../../src/indicators/trix.ts";
import { randomWalk } from "../support/series.ts";

// By hand with weights of 2/3: once smoothed 4 4 4 20/3 14/9, twice 4 4 52/9 80/27, thrice 4 140/27 100/27.
const price = Float64Array.of(4, 4, 4, 4, 8, -1);

test("by hand: 8 moves the average from 4 to 140/27, -1 back to 100/27", () => {
  const values = trix(price, 2);
  expect([...values]).toEqual([NaN, NaN, NaN, NaN, near((100 * 32) / 108), near((100 * -40) / 140)]);
});

test("is the rate of change over one bar of the thrice smoothed price, to the last bit", () => {
  const walk = randomWalk(300, 2);
  expect(trix(walk, 9)).toEqual(roc(ema(ema(ema(walk, 9), 9), 9), 1));
});

test("a missing value takes the bar after it with it, then the averages go on", () => {
  const values = trix(Float64Array.of(4, 4, 4, 4, NaN, 8, -1), 2);
  expect([...values.subarray(4)]).toEqual([NaN, NaN, near((100 * -40) / 140)]);
});

test("has no value over an average of zero", () => {
  expect([...trix(Float64Array.of(0, 0, 3, 6), 1)]).toEqual([NaN, NaN, NaN, 100]);
  expect(trix(new Float64Array(60)).every(Number.isNaN)).toBe(true);
});

function near(value: number): unknown {
  return expect.closeTo(value, 12);
}
