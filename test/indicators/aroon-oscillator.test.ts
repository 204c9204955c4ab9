import { expect, test } from "vitest";
import { aroonOscillator } from "../../src/indicators/aroon-oscillator.ts";

test("aroonOscillator matches values computed by hand", () => {
  // Aroon up is 50, 0 and 0, and Aroon down is 0, 100 and 100.
  const high = Float64Array.of(10, 12, 11, 10.5, 10);
  const low = Float64Array.of(9, 11, 10, 9.5, 9);
  expect(aroonOscillator(high, low, 2)).toEqual(Float64Array.of(NaN, NaN, 50, -100, -100));
});

test("aroonOscillator is 100 for rising, -100 for falling and 0 for constant prices", () => {
  const rising = Float64Array.of(1, 2, 3, 4, 5, 6);
  expect(aroonOscillator(rising, rising, 4)[5]).toBe(100);
  const falling = rising.toReversed();
  expect(aroonOscillator(falling, falling, 4)[5]).toBe(-100);
  const flat = new Float64Array(6).fill(0.1);
  expect(aroonOscillator(flat, flat, 4)[5]).toBe(0);
});
