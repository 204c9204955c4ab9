import { expect, test } from "vitest";
import { frama } from "../../src/indicators/frama.ts";

const high = Float64Array.of(2, 3, 4, 5, 3);
const low = Float64Array.of(1, 2, 3, 4, 2);

// By hand: halves of 2 to 4 and of 2 to 5 make 5 on a range of 3, so the weight is (5/3) to the power of -4.6 / log 2.
test("by hand: period 4 begins with the middle of its last bar", () => {
  const weight = Math.exp((-4.6 * Math.log(5 / 3)) / Math.log(2));
  expect([...frama(high, low, 4)]).toEqual([NaN, NaN, NaN, 4.5, expect.closeTo(4.5 - 2 * weight, 12)]);
});

test("where the halves cover different ground it follows at once", () => {
  const step = Float64Array.of(1, 1, 5, 5, 9, 9);
  expect(frama(step, step, 4).subarray(3)).toEqual(Float64Array.of(5, 9, 9));
});

test("an odd period counts as the next even one", () => {
  expect(frama(high, low, 3)).toEqual(frama(high, low, 4));
  expect(frama.warmup(3)).toBe(3);
});

test("a bar without a low leaves its windows without an average, and the next bar goes on from the one before", () => {
  const flat = Float64Array.of(3, 5, 3, 5, 3, 5);
  // Halves of one bar without height: it follows at once.
  const gappy = frama(flat, flat.with(2, NaN), 2);
  expect([...gappy]).toEqual([NaN, 5, NaN, NaN, expect.closeTo(3, 12), expect.closeTo(5, 12)]);
});

test("at rest it does not move", () => {
  const flat = new Float64Array(5).fill(0.1);
  expect(frama(flat, flat, 2)).toEqual(Float64Array.of(NaN, 0.1, 0.1, 0.1, 0.1));
});
