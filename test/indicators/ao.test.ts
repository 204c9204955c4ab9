import { expect, test } from "vitest";
import { ao } from "../../src/indicators/ao.ts";

// Middles 1, 3, 5, 9, 4.
const high = Float64Array.of(2, 4, 6, 10, 4);
const low = Float64Array.of(0, 2, 4, 8, 4);

test("by hand: 4 less 3, 7 less 17/3, 6.5 less 6", () => {
  expect([...ao(high, low, 2, 3)]).toEqual([NaN, NaN, 1, expect.closeTo(4 / 3, 14), 0.5]);
});

test("with the slow average first it is the same line upside down", () => {
  expect(ao(high, low, 3, 2)).toEqual(ao(high, low, 2, 3).map((value) => -value));
});

test("a market that stands still is at exactly 0, at a price without an exact binary form too", () => {
  const flat = new Float64Array(60).fill(0.1);
  expect(ao(flat, flat).subarray(33)).toEqual(new Float64Array(27));
});

test("a small wave on a billion keeps its digits", () => {
  const wave = Float64Array.from({ length: 80 }, (_, i) => (i % 4) / 4);
  const small = ao(wave, wave);
  ao(
    wave.map((price) => price + 1e9),
    wave.map((price) => price + 1e9),
  ).forEach((value, i) => {
    if (i >= 33) expect(value).toBeCloseTo(small[i]!, 12);
  });
});

test("a bar without a low is missing from every window that holds it", () => {
  expect([...ao(high, low.with(1, NaN), 1, 2)]).toEqual([NaN, NaN, NaN, 2, -2.5]);
});
