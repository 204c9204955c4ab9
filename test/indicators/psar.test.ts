import { expect, test } from "vitest";
import { psar } from "../../src/indicators/psar.ts";

const rounded = (column: Float64Array) => column.map((value) => Number(value.toFixed(6)));

test("psar matches values computed by hand over a rise, a touch and a fall", () => {
  // From index 1 upward: stop 9, extreme 11. Then 9 + 0.02 * 2 = 9.04. With extreme 12: 9.04 + 0.04 * 2.96 = 9.1584, which 8
  // touches. The stop is the extreme 12; the next one is 12 + 0.02 * (8 - 12) = 11.92, but not below the previous high of 12.
  const high = Float64Array.of(10, 11, 12, 11, 9, 8.5);
  const low = Float64Array.of(9, 10, 11, 8, 7.5, 7);
  // Extreme 7.5 at index 4: 12 + 0.04 * (7.5 - 12) = 11.82.
  expect(rounded(psar(high, low))).toEqual(Float64Array.of(NaN, 9, 9.04, 12, 12, 11.82));
});

test("psar starts downward only if the low fell by more than the high rose", () => {
  expect(psar(Float64Array.of(10, 9.5), Float64Array.of(9, 8))[1]).toBe(10);
  expect(psar(Float64Array.of(10, 11), Float64Array.of(9, 9.5))[1]).toBe(9);
  // Both moved by 1, so the trend starts upward with the stop at 9. The low of 8 touches that stop, so the next stop is the extreme.
  expect(psar(Float64Array.of(10, 11), Float64Array.of(9, 8))[1]).toBe(11);
});

test("psar stops never lie inside the last two bars", () => {
  // Without this rule the stop at index 2 would be 9 + 1 * (20 - 9) = 20.
  expect(psar(Float64Array.of(10, 20, 22), Float64Array.of(9, 15, 21), 1, 1)[2]).toBe(15);
});

test("psar limits its step to the maximum", () => {
  const high = Float64Array.of(10, 11, 13, 14, 16);
  const low = Float64Array.of(9, 10, 12, 13, 15);
  expect(psar(high, low, 0.9, 0.2)).toEqual(psar(high, low, 0.2, 0.2));
});

test("psar without acceleration keeps its first stop", () => {
  const high = Float64Array.of(10, 11, 12, 13);
  const low = Float64Array.of(9, 10, 11, 12);
  expect(psar(high, low, 0, 0)).toEqual(Float64Array.of(NaN, 9, 9, 9));
});
