import { expect, test } from "vitest";
import { keltner } from "../../src/indicators/keltner.ts";

// By hand: the true ranges are 3, 3 and 5.5 from index 1, and high - low is 2, 2.5, 1 and 1.
const high = Float64Array.of(10, 12, 14, 9);
const low = Float64Array.of(8, 9.5, 13, 8);
const close = Float64Array.of(9, 11, 13.5, 8.5);

test("keltner bands around the close match values computed by hand", () => {
  // The average true ranges are 3 and 4.25.
  const { upper, middle, lower } = keltner(high, low, close, 1, 2, 2);
  expect(middle).toEqual(close);
  expect(upper).toEqual(Float64Array.of(NaN, NaN, 19.5, 17));
  expect(lower).toEqual(Float64Array.of(NaN, NaN, 7.5, 0));
});

test("keltner bands around an average of 3 bars match values computed by hand", () => {
  // An average of 3 bars has a smoothing factor of 0.5.
  const { middle } = keltner(high, low, Float64Array.of(9, 11, 13, 8), 3, 2);
  expect(middle).toEqual(Float64Array.of(NaN, NaN, 11, 9.5));
});

test("keltner bands use the bar's true range with `band: tr`, and an average of high - low with `band: range`", () => {
  expect(keltner(high, low, close, 1, 2, 1, { band: "tr" }).upper).toEqual(Float64Array.of(NaN, 14, 16.5, 14));
  expect(keltner(high, low, close, 1, 2, 1, { band: "range" }).upper).toEqual(
    Float64Array.of(NaN, 11 + 2.25, 13.5 + 1.625, 8.5 + 1.3125),
  );
});

test("keltner with `firstTr: highLow` starts one bar earlier, as in TradingView", () => {
  // The average true ranges are 2.5, 2.75 and 4.125.
  const { upper } = keltner(high, low, close, 1, 2, 2, { compat: "tradingview" });
  expect(upper).toEqual(Float64Array.of(NaN, 16, 19, 16.75));
});

test("keltner bands have zero width for constant prices", () => {
  const still = new Float64Array(4).fill(0.1);
  const { upper, middle, lower } = keltner(still, still, still, 2, 2);
  expect([upper[3], middle[3], lower[3]]).toEqual([0.1, 0.1, 0.1]);
});
