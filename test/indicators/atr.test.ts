import { expect, test } from "vitest";
import { atr } from "../../src/indicators/atr.ts";

// By hand: the true ranges are 3, 3 and 5.5 from the second bar on. The first bar has a high - low of 2.
const high = Float64Array.of(10, 12, 14, 9);
const low = Float64Array.of(8, 9.5, 13, 8);
const close = Float64Array.of(9, 11, 13.5, 8.5);

test("atr matches values computed by hand", () => {
  // The first value is the mean of two true ranges. Each later value moves halfway to the next true range.
  expect(atr(high, low, close, 2)).toEqual(Float64Array.of(NaN, NaN, 3, 4.25));
});

test("atr with `firstTr: highLow` starts one bar earlier, as in TradingView", () => {
  const expected = Float64Array.of(NaN, 2.5, 2.75, 4.125);
  expect(atr(high, low, close, 2, { firstTr: "highLow" })).toEqual(expected);
  expect(atr(high, low, close, 2, { compat: "tradingview" })).toEqual(expected);
});

test("atr has no value on a missing bar and the next one, then continues", () => {
  const up = Float64Array.of(10, 12, 14, NaN, 11, 12);
  const down = Float64Array.of(8, 9.5, 13, 9, 9, 10);
  const last = Float64Array.of(9, 11, 13.5, 10, 10, 12);
  expect(atr(up, down, last, 2)).toEqual(Float64Array.of(NaN, NaN, 3, NaN, NaN, 2.5));
});
