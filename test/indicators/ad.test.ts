import { expect, test } from "vitest";
import { ad } from "../../src/indicators/ad.ts";

test("ad matches values computed by hand", () => {
  // Closes at 0.5, -1, 1 and 0 on a scale from -1 (low) to 1 (high), in ranges of four.
  const high = Float64Array.of(12, 14, 14, 16);
  const low = Float64Array.of(8, 10, 10, 12);
  const close = Float64Array.of(11, 10, 14, 14);
  expect(ad(high, low, close, Float64Array.of(100, 200, 300, 400))).toEqual(Float64Array.of(50, -150, 150, 150));
});

test("ad adds 0 for a flat bar, and clamps a close outside the range of its bar", () => {
  const flat = Float64Array.of(0.1, 0.1, 0.1);
  expect(ad(flat, flat, flat, Float64Array.of(5, 6, 7))).toEqual(Float64Array.of(0, 0, 0));
  const high = Float64Array.of(12, 12);
  const low = Float64Array.of(8, 8);
  expect(ad(high, low, Float64Array.of(20, 1), Float64Array.of(5, 7))).toEqual(Float64Array.of(5, -2));
});

test("ad skips a missing bar", () => {
  const high = Float64Array.of(12, 12, 12);
  const low = Float64Array.of(8, NaN, 8);
  const close = Float64Array.of(12, 12, 12);
  expect(ad(high, low, close, Float64Array.of(5, 6, 7))).toEqual(Float64Array.of(5, NaN, 12));
});
