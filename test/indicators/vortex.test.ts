import { expect, test } from "vitest";
import { vortex } from "../../src/indicators/vortex.ts";

// By hand from index 1: the true ranges are 3, 2 and 3. The upward movements, high minus previous low, are 4, 4 and 1. The downward
// movements, low minus previous high, have the sizes 1, 1 and 4.
const high = Float64Array.of(10, 12, 13, 12);
const low = Float64Array.of(8, 9, 11, 9);
const close = Float64Array.of(9, 11, 12, 10);

test("vortex matches values computed by hand", () => {
  const { plus, minus } = vortex(high, low, close, 2);
  expect(plus).toEqual(Float64Array.of(NaN, NaN, 8 / 5, 5 / 5));
  expect(minus).toEqual(Float64Array.of(NaN, NaN, 2 / 5, 5 / 5));
});

test("vortex has no value for a window whose true ranges are 0, even after a bar with a range", () => {
  const flat = Float64Array.of(5, 5, 5);
  expect(vortex(flat, flat, flat, 1).plus).toEqual(Float64Array.of(NaN, NaN, NaN));
  const { plus, minus } = vortex(flat.with(0, 7), flat.with(0, 4), flat, 1);
  expect([plus[1], minus[1]]).toEqual([NaN, NaN]);
});

test("vortex has no value while its window contains a missing bar or the bar after it", () => {
  expect(vortex(high, low, close.with(0, NaN), 2).plus).toEqual(Float64Array.of(NaN, NaN, NaN, 1));
  expect(vortex(high, low, close.with(1, NaN), 1).plus).toEqual(Float64Array.of(NaN, NaN, NaN, 1 / 3));
});
