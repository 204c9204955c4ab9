import { expect, test } from "vitest";
import { aroonOscillator } from "../../src/indicators/aroon-oscillator.ts";

test("by hand: up 50 0 0 less down 0 100 100", () => {
  const high = Float64Array.of(10, 12, 11, 10.5, 10);
  const low = Float64Array.of(9, 11, 10, 9.5, 9);
  expect(aroonOscillator(high, low, 2)).toEqual(Float64Array.of(NaN, NaN, 50, -100, -100));
});

test("rising it is at 100, falling at -100, standing still at 0", () => {
  const rising = Float64Array.of(1, 2, 3, 4, 5, 6);
  expect(aroonOscillator(rising, rising, 4)[5]).toBe(100);
  const falling = rising.toReversed();
  expect(aroonOscillator(falling, falling, 4)[5]).toBe(-100);
  const flat = new Float64Array(6).fill(0.1);
  expect(aroonOscillator(flat, flat, 4)[5]).toBe(0);
});
