import { expect, test } from "vitest";
import { aroon } from "../../src/indicators/aroon.ts";

const high = Float64Array.of(10, 12, 11, 10.5, 10);
const low = Float64Array.of(9, 11, 10, 9.5, 9);

test("aroon matches values computed by hand", () => {
  const { up, down } = aroon(high, low, 2);
  expect(up).toEqual(Float64Array.of(NaN, NaN, 50, 0, 0));
  expect(down).toEqual(Float64Array.of(NaN, NaN, 0, 100, 100));
});

test("aroon uses the most recent of equal highs", () => {
  const flat = new Float64Array(5).fill(7);
  const { up, down } = aroon(flat, flat, 3);
  expect(up).toEqual(Float64Array.of(NaN, NaN, NaN, 100, 100));
  expect(down).toEqual(Float64Array.of(NaN, NaN, NaN, 100, 100));
});

test("aroon ignores the high of a bar without a low", () => {
  expect(aroon(high, low.with(1, NaN), 1).up).toEqual(Float64Array.of(NaN, NaN, NaN, 0, 0));
});
