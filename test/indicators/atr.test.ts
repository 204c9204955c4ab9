import { expect, test } from "vitest";
import { atr } from "../../src/indicators/atr.ts";

// True ranges by hand: 2 of the first bar's height, then 3, 3, 5.5.
const high = Float64Array.of(10, 12, 14, 9);
const low = Float64Array.of(8, 9.5, 13, 8);
const close = Float64Array.of(9, 11, 13.5, 8.5);

test("by hand: a mean of two true ranges, then half of the way to each next one", () => {
  expect(atr(high, low, close, 2)).toEqual(Float64Array.of(NaN, NaN, 3, 4.25));
});

test("with the height of the first bar it begins a bar sooner, as in TradingView", () => {
  const expected = Float64Array.of(NaN, 2.5, 2.75, 4.125);
  expect(atr(high, low, close, 2, { firstTr: "highLow" })).toEqual(expected);
  expect(atr(high, low, close, 2, { compat: "tradingview" })).toEqual(expected);
});

test("a missing bar and the next one have no value, then it goes on", () => {
  const up = Float64Array.of(10, 12, 14, NaN, 11, 12);
  const down = Float64Array.of(8, 9.5, 13, 9, 9, 10);
  const last = Float64Array.of(9, 11, 13.5, 10, 10, 12);
  expect(atr(up, down, last, 2)).toEqual(Float64Array.of(NaN, NaN, 3, NaN, NaN, 2.5));
});
