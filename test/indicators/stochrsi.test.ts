import { expect, test } from "vitest";
import { rsi } from "../../src/indicators/rsi.ts";
import { stochastic } from "../../src/indicators/stochastic.ts";
import { stochrsi } from "../../src/indicators/stochrsi.ts";
import { randomWalk } from "../support/series.ts";

test("stochrsi over two bars matches values computed by hand", () => {
  // The rsi is 66.7, 88.9 and 59.3 from index 2, so that it is first at the top and then at the bottom of its range.
  const { k, d } = stochrsi(Float64Array.of(10, 11, 10.5, 12, 11.5), 2, 2, 1, 2);
  expect([...k]).toEqual([NaN, NaN, NaN, expect.closeTo(100, 12), 0]);
  expect([...d]).toEqual([NaN, NaN, NaN, NaN, expect.closeTo(50, 12)]);
});

test("stochrsi over three bars matches values computed by hand", () => {
  // Average gains of 0.5, 0.75, 0.375 and losses of 0.25, 0.125, 0.3125 give values of rsi / 100 of 2/3, 6/7 and 6/11.
  const { k } = stochrsi(Float64Array.of(10, 11, 10.5, 11.5, 11, 12), 2, 3, 1, 1);
  // On the last bar an average gain of 0.6875 and loss of 0.15625 give an rsi / 100 of 22/27, in the range from 6/11 to 6/7.
  const [low, top, now] = [6 / 11, 6 / 7, 22 / 27];
  expect([...k.subarray(4)]).toEqual([0, expect.closeTo((100 * (now - low)) / (top - low), 11)]);
});

test("stochrsi equals the stochastic of rsi if the price changes on every bar", () => {
  const walk = randomWalk(300, 5).map((price, i) => price + (i % 2) * 0.1);
  const strength = rsi(walk, 14);
  const { k, d } = stochastic(strength, strength, strength);
  expect(stochrsi(walk)).toEqual({ k, d });
});

test("stochrsi is 50, or the value of the parameter flat, while rsi is constant", () => {
  const rising = Float64Array.from({ length: 8 }, (_, i) => 10 + i * 0.37);
  expect(stochrsi(rising, 2, 3, 1, 1).k.subarray(4)).toEqual(new Float64Array(4).fill(50));
  expect(stochrsi(rising, 2, 3, 1, 1, { flat: 0 }).k.subarray(4)).toEqual(new Float64Array(4));
});

test("stochrsi keeps the last rsi exactly while prices are constant, and is 50 once its window contains only that value", () => {
  const close = Float64Array.from({ length: 400 }, (_, i) => 100 + Math.sin(Math.min(i, 60)));
  const { k } = stochrsi(close, { slowing: 1 });
  // The price last changes on bar 60. From bar 73 on, all 14 rsi values of the window are that of bar 60.
  expect(k.subarray(73)).toEqual(new Float64Array(327).fill(50));
  expect(k[72]).not.toBe(50);
});

test("stochrsi has no value while its window contains a change to or from a missing value, and then continues", () => {
  const walk = randomWalk(60, 5);
  const { k } = stochrsi(walk.with(30, Infinity), 4, 3, 1, 1);
  expect([...k.subarray(29, 35)].map(Number.isNaN)).toEqual([false, true, true, true, true, false]);
});

test("stochrsi with an rsiPeriod of 1 does not keep the last rsi while prices are constant", () => {
  const close = Float64Array.of(100, 99, 99, 100, 101, 101, 102, 102, 101);
  const strength = rsi(close, 1);
  const { k } = stochastic(strength, strength, strength, 3, 1, 1);
  expect(stochrsi(close, 1, 3, 1, 1).k).toEqual(k);
  const stream = stochrsi.stream(1, 3, 1, 1);
  expect(close.map((price) => stream.update(price).k)).toEqual(k);
});
