import { expect, test } from "vitest";
import { psar } from "../../src/indicators/psar.ts";

const rounded = (column: Float64Array) => column.map((value) => Number(value.toFixed(6)));

test("by hand: a rise, the touch that ends it, and the fall after it", () => {
  // From index 1 upwards: stop 9, extreme 11. Then 9 + 0.02 * 2 = 9.04; extreme 12: 9.04 + 0.04 * 2.96 = 9.1584, which 8 touches:
  // the stop is the extreme 12, the next one 12 + 0.02 * (8 - 12) = 11.92 but not below the high before, 12.
  const high = Float64Array.of(10, 11, 12, 11, 9, 8.5);
  const low = Float64Array.of(9, 10, 11, 8, 7.5, 7);
  // Extreme 7.5 at index 4: 12 + 0.04 * (7.5 - 12) = 11.82.
  expect(rounded(psar(high, low))).toEqual(Float64Array.of(NaN, 9, 9.04, 12, 12, 11.82));
});

test("the first direction is down only where the low fell by more than the high rose", () => {
  expect(psar(Float64Array.of(10, 9.5), Float64Array.of(9, 8))[1]).toBe(10);
  expect(psar(Float64Array.of(10, 11), Float64Array.of(9, 9.5))[1]).toBe(9);
  // Both by 1: up, with the stop at 9, which 8 touches at once: the stop is the extreme.
  expect(psar(Float64Array.of(10, 11), Float64Array.of(9, 8))[1]).toBe(11);
});

test("a stop never lies inside the last two bars", () => {
  // Without that it would be 9 + 1 * (20 - 9) = 20 at index 2.
  expect(psar(Float64Array.of(10, 20, 22), Float64Array.of(9, 15, 21), 1, 1)[2]).toBe(15);
});

test("a step above the highest acceleration is that", () => {
  const high = Float64Array.of(10, 11, 13, 14, 16);
  const low = Float64Array.of(9, 10, 12, 13, 15);
  expect(psar(high, low, 0.9, 0.2)).toEqual(psar(high, low, 0.2, 0.2));
});

test("without acceleration the stop stays where it began", () => {
  const high = Float64Array.of(10, 11, 12, 13);
  const low = Float64Array.of(9, 10, 11, 12);
  expect(psar(high, low, 0, 0)).toEqual(Float64Array.of(NaN, 9, 9, 9));
});
