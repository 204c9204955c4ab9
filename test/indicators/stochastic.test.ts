import { expect, test } from "vitest";
import { stochastic } from "../../src/indicators/stochastic.ts";

// By hand from index 2: the lowest lows 8, 9, 9 and highest highs 12, 13, 13 give unsmoothed values of 50, 75 and 12.5.
const high = Float64Array.of(10, 12, 11, 13, 12);
const low = Float64Array.of(8, 9, 9, 10, 9);
const close = Float64Array.of(9, 11, 10, 12, 9.5);

test("stochastic with slowing 1 matches values computed by hand", () => {
  const { k, d } = stochastic(high, low, close, 3, 1, 2);
  expect(k).toEqual(Float64Array.of(NaN, NaN, 50, 75, 12.5));
  expect(d).toEqual(Float64Array.of(NaN, NaN, NaN, 62.5, 43.75));
});

test("stochastic with slowing 2 matches values computed by hand", () => {
  const { k, d } = stochastic(high, low, close, 3, 2, 2);
  expect(k).toEqual(Float64Array.of(NaN, NaN, NaN, 62.5, 43.75));
  expect(d).toEqual(Float64Array.of(NaN, NaN, NaN, NaN, 53.125));
});

test("stochastic is exactly 100 for a close at the highest high, despite binary rounding", () => {
  // In doubles, 100 * (1.09 - 1) / (1.09 - 1) is 99.99999999999999.
  const price = Float64Array.of(1.09, 1.19);
  expect(stochastic(price, Float64Array.of(1, 1), price, 1, 1, 1).k).toEqual(Float64Array.of(100, 100));
});

test("stochastic of constant prices is 50, or the value of the parameter flat", () => {
  const flat = new Float64Array(3).fill(0.1);
  expect(stochastic(flat, flat, flat, 2, 1, 1).k).toEqual(Float64Array.of(NaN, 50, 50));
  expect(stochastic(flat, flat, flat, 2, 1, 1, { flat: 0 }).k).toEqual(Float64Array.of(NaN, 0, 0));
});

test("stochastic moves a close outside the high-low range of its bar to the nearest edge", () => {
  const { k } = stochastic(high, low, Float64Array.of(9, 11, 20, 1, 9.5), 3, 1, 1);
  expect(k).toEqual(Float64Array.of(NaN, NaN, 100, 0, 12.5));
});

test("stochastic has no value while its window contains a bar without a close", () => {
  const { k } = stochastic(high, low, close.with(2, NaN), 2, 1, 1);
  expect(k).toEqual(Float64Array.of(NaN, 75, NaN, NaN, 12.5));
});
