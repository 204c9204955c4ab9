import { expect, test } from "vitest";
import { ichimoku } from "../../src/indicators/ichimoku.ts";

// By hand: two bars have highest highs of 12, 12, 14 and lowest lows of 8, 7, 7. Three bars have highest highs of 12, 14 and lowest
// lows of 7, 7.
const high = Float64Array.of(10, 12, 11, 14);
const low = Float64Array.of(8, 9, 7, 10);

test("ichimoku matches values computed by hand", () => {
  const { conversion, base, spanA, spanB } = ichimoku(high, low, 1, 2, 3);
  expect(conversion).toEqual(Float64Array.of(9, 10.5, 9, 12));
  expect(base).toEqual(Float64Array.of(NaN, 10, 9.5, 10.5));
  expect(spanA).toEqual(Float64Array.of(NaN, 10.25, 9.25, 11.25));
  expect(spanB).toEqual(Float64Array.of(NaN, NaN, 9.5, 10.5));
});

test("ichimoku does not shift its spans: a changed last bar affects only the values of the last bar", () => {
  const changed = ichimoku(high.with(3, 20), low, 1, 2, 3);
  expect(changed.spanA).toEqual(Float64Array.of(NaN, 10.25, 9.25, 14.25));
  expect(changed.spanB).toEqual(Float64Array.of(NaN, NaN, 9.5, 13.5));
});

test("ichimoku lines equal the price for constant prices", () => {
  const flat = new Float64Array(60).fill(0.1);
  for (const column of Object.values(ichimoku(flat, flat))) expect(column[59]).toBe(0.1);
});
