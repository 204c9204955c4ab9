import { expect, test } from "vitest";
import { heikinAshi } from "../../src/indicators/heikin-ashi.ts";

// By hand: closes of 42 / 4, 46 / 4 and 45 / 4. The second bar opens at (10.5 + 10.5) / 2, the third at (10.5 + 11.5) / 2.
const open = Float64Array.of(10, 11, 12);
const high = Float64Array.of(12, 13, 13);
const low = Float64Array.of(9, 10, 10.75);
const close = Float64Array.of(11, 12, 10);

test("heikinAshi matches values computed by hand", () => {
  // The low of the last bar is its own low.
  const bars = heikinAshi(open, high, low.with(2, 10), close);
  expect(bars.open).toEqual(Float64Array.of(10.5, 10.5, 11));
  expect(bars.high).toEqual(Float64Array.of(12, 13, 13));
  expect(bars.low).toEqual(Float64Array.of(9, 10, 10));
  expect(bars.close).toEqual(Float64Array.of(10.5, 11.5, 11.25));
});

test("heikinAshi uses an open below the bar as the low", () => {
  // The open is (10.5 + 11.5) / 2 = 11, the prices are 20 to 22.
  const bars = heikinAshi(open.with(2, 20), high.with(2, 22), low.with(2, 20), close.with(2, 22));
  expect([bars.open[2], bars.high[2], bars.low[2], bars.close[2]]).toEqual([11, 22, 11, 21]);
});

test("heikinAshi skips a missing bar and continues from the previous one", () => {
  const bars = heikinAshi(open, high.with(1, NaN), low, close);
  expect(bars.open).toEqual(Float64Array.of(10.5, NaN, 10.5));
});

test("heikinAshi equals the price exactly for constant prices", () => {
  const flat = new Float64Array(3).fill(0.1);
  for (const column of Object.values(heikinAshi(flat, flat, flat, flat))) expect(column).toEqual(flat);
});
