import { expect, test } from "vitest";
import { psar } from "../../src/indicators/psar.ts";

const rounded = (column: Float64Array) => column.map((value) => Number(value.toFixed(6)));

test("psar matches values computed by hand over a rise, a touched stop and a fall", () => {
  // Rising: the stop goes from 9 to 9 + 0.02 * (11 - 9) = 9.04 and 9.04 + 0.04 * (12 - 9.04) = 9.1584, which the low of 8 touches.
  // Falling: the stop is the extreme 12, then 12 + 0.02 * (8 - 12) = 11.92, raised to the previous high of 12.
  const high = Float64Array.of(10, 11, 12, 11, 9, 8.5);
  const low = Float64Array.of(9, 10, 11, 8, 7.5, 7);
  // With the extreme 7.5 of index 4, the last stop is 12 + 0.04 * (7.5 - 12) = 11.82.
  expect(rounded(psar(high, low))).toEqual(Float64Array.of(NaN, 9, 9.04, 12, 12, 11.82));
});

test("psar starts downward only if the low fell by more than the high rose", () => {
  expect(psar(Float64Array.of(10, 9.5), Float64Array.of(9, 8))[1]).toBe(10);
  expect(psar(Float64Array.of(10, 11), Float64Array.of(9, 9.5))[1]).toBe(9);
  // High and low moved by 1 each, so the trend starts upward with a stop of 9. The low of 8 touches the stop, which moves to the high.
  expect(psar(Float64Array.of(10, 11), Float64Array.of(9, 8))[1]).toBe(11);
});

test("psar stops are never within the range of the last two bars", () => {
  // The formula alone would give a stop of 9 + 1 * (20 - 9) = 20, above the previous low of 15.
  expect(psar(Float64Array.of(10, 20, 22), Float64Array.of(9, 15, 21), 1, 1)[2]).toBe(15);
});

test("psar limits its acceleration step to the maximum", () => {
  const high = Float64Array.of(10, 11, 13, 14, 16);
  const low = Float64Array.of(9, 10, 12, 13, 15);
  expect(psar(high, low, 0.9, 0.2)).toEqual(psar(high, low, 0.2, 0.2));
});

test("psar without acceleration keeps its first stop", () => {
  const high = Float64Array.of(10, 11, 12, 13);
  const low = Float64Array.of(9, 10, 11, 12);
  expect(psar(high, low, 0, 0)).toEqual(Float64Array.of(NaN, 9, 9, 9));
});
