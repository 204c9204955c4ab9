import { expect, test } from "vitest";
import { vwap } from "../../src/indicators/vwap.ts";

const high = Float64Array.of(12, 15, 11, 30, 24);
const low = Float64Array.of(8, 11, 7, 20, 18);
const close = Float64Array.of(10, 13, 9, 25, 18);
const volume = Float64Array.of(200, 100, 100, 10, 30);

test("vwap restarts with each session and matches values computed by hand", () => {
  // The typical prices are 10, 13 and 9 in the first session, and 25 and 20 in the second.
  const anchor = Float64Array.of(1, 1, 1, 2, 2);
  const { vwap: middle, upper, lower } = vwap(high, low, close, volume, anchor, 2);
  expect([...middle]).toEqual([10, 11, 10.5, 25, 21.25].map((value) => expect.closeTo(value, 12) as number));
  // The variances are 0, (200 * 1 + 100 * 4) / 300 = 2, (200 * 0.25 + 100 * 6.25 + 100 * 2.25) / 400 = 2.25, 0 and 4.6875.
  const reach = [0, 2 * Math.SQRT2, 3, 0, 2 * Math.sqrt(4.6875)];
  expect([...upper]).toEqual([...middle].map((value, i) => expect.closeTo(value + reach[i]!, 12) as number));
  expect([...lower]).toEqual([...middle].map((value, i) => expect.closeTo(value - reach[i]!, 12) as number));
});

test("vwap with a constant anchor column averages all bars since the first", () => {
  const { vwap: middle } = vwap(high, low, close, volume, new Float64Array(5));
  expect(middle[4]).toBeCloseTo((2000 + 1300 + 900 + 250 + 600) / 440, 12);
});

test("vwap has no value before the first volume of a session, and repeats its value on later bars without volume", () => {
  const price = Float64Array.of(10, 12, 99, 5, 6);
  const traded = Float64Array.of(0, 100, 0, 0, 50);
  const { vwap: middle, upper } = vwap(price, price, price, traded, Float64Array.of(1, 1, 1, 2, 2));
  expect(middle).toEqual(Float64Array.of(NaN, 12, 12, NaN, 6));
  expect(upper).toEqual(Float64Array.of(NaN, 12, 12, NaN, 6));
});

test("vwap bands have zero width for constant prices and any volumes", () => {
  const price = new Float64Array(50).fill(1e9);
  const traded = price.map((_, i) => (i % 7) * 1.1);
  const { vwap: middle, upper, lower } = vwap(price, price, price, traded, new Float64Array(50));
  expect(middle.subarray(1)).toEqual(price.subarray(1));
  expect(upper).toEqual(middle);
  expect(lower).toEqual(middle);
});

test("vwap ignores a missing bar, even at the start of a session", () => {
  const price = Float64Array.of(10, NaN, 12, 20);
  const { vwap: middle } = vwap(price, price, price, new Float64Array(4).fill(1), Float64Array.of(1, 2, 2, NaN));
  expect(middle).toEqual(Float64Array.of(10, NaN, 12, NaN));
});
