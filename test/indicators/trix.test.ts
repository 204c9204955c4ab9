import { expect, test } from "vitest";
import { ema } from "../../src/indicators/ema.ts";
import { roc } from "../../src/indicators/roc.ts";
import { trix } from "../../src/indicators/trix.ts";
import { randomWalk } from "../support/series.ts";

// By hand with a weight of 2/3: the price smoothed three times is 4, then 140/27 and 100/27.
const price = Float64Array.of(4, 4, 4, 4, 8, -1);

test("trix matches values computed by hand", () => {
  const values = trix(price, 2);
  expect([...values]).toEqual([NaN, NaN, NaN, NaN, near((100 * 32) / 108), near((100 * -40) / 140)]);
});

test("trix equals the one-bar roc of the price smoothed three times bit for bit", () => {
  const walk = randomWalk(300, 2);
  expect(trix(walk, 9)).toEqual(roc(ema(ema(ema(walk, 9), 9), 9), 1));
});

test("trix has no value on a missing bar and the next one, then continues", () => {
  const values = trix(Float64Array.of(4, 4, 4, 4, NaN, 8, -1), 2);
  expect([...values.subarray(4)]).toEqual([NaN, NaN, near((100 * -40) / 140)]);
});

test("trix has no value for an average of zero", () => {
  expect([...trix(Float64Array.of(0, 0, 3, 6), 1)]).toEqual([NaN, NaN, NaN, 100]);
  expect(trix(new Float64Array(60)).every(Number.isNaN)).toBe(true);
});

function near(value: number): unknown {
  return expect.closeTo(value, 12);
}
