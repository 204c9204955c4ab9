import { expect, test } from "vitest";
import { ulcer } from "../../src/indicators/ulcer.ts";

test("ulcer matches values computed by hand", () => {
  // The drawdowns from the higher of two closes are 0, 20 and 50 percent.
  const values = ulcer(Float64Array.of(5, 10, 8, 4), 2);
  expect(values.subarray(0, 2)).toEqual(Float64Array.of(NaN, NaN));
  expect(values[2]).toBe(Math.sqrt(200));
  expect(values[3]).toBe(Math.sqrt(1450));
});

test("ulcer is 0 for rising and for constant prices", () => {
  expect(ulcer(Float64Array.of(1, 2, 3, 3, 3), 2)).toEqual(Float64Array.of(NaN, NaN, 0, 0, 0));
});

test("ulcer has no value while its windows contain a price of zero or below", () => {
  expect(ulcer(Float64Array.of(1, 1, 1, 0, 1, 1, 1), 2)).toEqual(Float64Array.of(NaN, NaN, 0, NaN, NaN, NaN, 0));
  expect(ulcer(Float64Array.of(-1, -2, -3), 1)).toEqual(Float64Array.of(NaN, NaN, NaN));
});
