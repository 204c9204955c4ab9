import { expect, test } from "vitest";
import { frama } from "../../src/indicators/frama.ts";

const high = Float64Array.of(2, 3, 4, 5, 3);
const low = Float64Array.of(1, 2, 3, 4, 2);

// By hand: the halves of the window have ranges that sum to 5, and the whole has a range of 3. So the weight is (5/3) ** (-4.6 / log 2).
test("frama matches values computed by hand", () => {
  // With a period of 4 the first value is the midpoint 4.5 of the fourth bar.
  const weight = Math.exp((-4.6 * Math.log(5 / 3)) / Math.log(2));
  expect([...frama(high, low, 4)]).toEqual([NaN, NaN, NaN, 4.5, expect.closeTo(4.5 - 2 * weight, 12)]);
});

test("frama equals the price if the price ranges of its window's two halves do not overlap", () => {
  const step = Float64Array.of(1, 1, 5, 5, 9, 9);
  expect(frama(step, step, 4).subarray(3)).toEqual(Float64Array.of(5, 9, 9));
});

test("frama rounds an odd period up to the next even number", () => {
  expect(frama(high, low, 3)).toEqual(frama(high, low, 4));
  expect(frama.warmup(3)).toBe(3);
});

test("frama has no value while its window contains a bar without a low, and then continues", () => {
  const flat = Float64Array.of(3, 5, 3, 5, 3, 5);
  // Each half of the window is one flat bar, so the average equals the price.
  const gappy = frama(flat, flat.with(2, NaN), 2);
  expect([...gappy]).toEqual([NaN, 5, NaN, NaN, expect.closeTo(3, 12), expect.closeTo(5, 12)]);
});

test("frama is constant for constant prices", () => {
  const flat = new Float64Array(5).fill(0.1);
  expect(frama(flat, flat, 2)).toEqual(Float64Array.of(NaN, 0.1, 0.1, 0.1, 0.1));
});
