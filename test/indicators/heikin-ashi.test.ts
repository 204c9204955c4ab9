import { expect, test } from "vitest";
import { heikinAshi } from "../../src/indicators/heikin-ashi.ts";

// By hand: the Heikin-Ashi closes are 42 / 4, 46 / 4 and 45 / 4. The opens are (10.5 + 10.5) / 2 on the second bar and
// (10.5 + 11.5) / 2 on the third.
const open = Float64Array.of(10, 11, 12);
const high = Float64Array.of(12, 13, 13);
const low = Float64Array.of(9, 10, 10.75);
const close = Float64Array.of(11, 12, 10);

test("heikinAshi matches values computed by hand", () => {
  // The low of the last bar is 10, which is below its Heikin-Ashi open and close.
  const bars = heikinAshi(open, high, low.with(2, 10), close);
  expect(bars.open).toEqual(Float64Array.of(10.5, 10.5, 11));
  expect(bars.high).toEqual(Float64Array.of(12, 13, 13));
  expect(bars.low).toEqual(Float64Array.of(9, 10, 10));
  expect(bars.close).toEqual(Float64Array.of(10.5, 11.5, 11.25));
});

test("heikinAshi uses its open as the low if the open is below the bar", () => {
  // The Heikin-Ashi open is (10.5 + 11.5) / 2 = 11, below the prices of the bar, which go from 20 to 22.
  const bars = heikinAshi(open.with(2, 20), high.with(2, 22), low.with(2, 20), close.with(2, 22));
  expect([bars.open[2], bars.high[2], bars.low[2], bars.close[2]]).toEqual([11, 22, 11, 21]);
});

test("heikinAshi skips a missing bar and continues from the bar before it", () => {
  const bars = heikinAshi(open, high.with(1, NaN), low, close);
  expect(bars.open).toEqual(Float64Array.of(10.5, NaN, 10.5));
});

test("heikinAshi equals the price exactly for constant prices", () => {
  const flat = new Float64Array(3).fill(0.1);
  for (const column of Object.values(heikinAshi(flat, flat, flat, flat))) expect(column).toEqual(flat);
});
