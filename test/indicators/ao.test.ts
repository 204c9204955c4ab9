import { expect, test } from "vitest";
import { ao } from "../../src/indicators/ao.ts";

// The midpoints of the bars are 1, 3, 5, 9 and 4.
const high = Float64Array.of(2, 4, 6, 10, 4);
const low = Float64Array.of(0, 2, 4, 8, 4);

test("ao matches values computed by hand", () => {
  // The fast minus the slow average is 4 - 3, then 7 - 17/3, then 6.5 - 6.
  expect([...ao(high, low, 2, 3)]).toEqual([NaN, NaN, 1, expect.closeTo(4 / 3, 14), 0.5]);
});

test("ao changes its sign if fast and slow are swapped", () => {
  expect(ao(high, low, 3, 2)).toEqual(ao(high, low, 2, 3).map((value) => -value));
});

test("ao is exactly 0 for constant prices, even if binary numbers cannot represent them", () => {
  const flat = new Float64Array(60).fill(0.1);
  expect(ao(flat, flat).subarray(33)).toEqual(new Float64Array(27));
});

test("ao is as exact for a small wave around a price of a billion as around 0", () => {
  const wave = Float64Array.from({ length: 80 }, (_, i) => (i % 4) / 4);
  const small = ao(wave, wave);
  ao(
    wave.map((price) => price + 1e9),
    wave.map((price) => price + 1e9),
  ).forEach((value, i) => {
    if (i >= 33) expect(value).toBeCloseTo(small[i]!, 12);
  });
});

test("ao has no value while its window contains a bar without a low", () => {
  expect([...ao(high, low.with(1, NaN), 1, 2)]).toEqual([NaN, NaN, NaN, 2, -2.5]);
});
