import { expect, test } from "vitest";
import { chandeForecast } from "../../src/indicators/chande-forecast.ts";

test("chandeForecast matches values computed by hand", () => {
  // The regression lines through 1 2 6, 2 6 3 and 6 3 4 end at 5.5, 25/6 and 10/3.
  const values = chandeForecast(Float64Array.of(1, 2, 6, 3, 4), 3);
  expect(values.subarray(0, 2)).toEqual(Float64Array.of(NaN, NaN));
  expect(values[2]).toBeCloseTo((100 * 0.5) / 6, 13);
  expect(values[3]).toBeCloseTo((100 * (3 - 25 / 6)) / 3, 13);
  expect(values[4]).toBeCloseTo((100 * (4 - 10 / 3)) / 4, 13);
});

test("chandeForecast is exactly 0 for a constant series, and has no value for a price of zero", () => {
  expect(chandeForecast(new Float64Array(5).fill(0.1), 3).subarray(2)).toEqual(new Float64Array(3));
  expect(chandeForecast(Float64Array.of(1, 2, 0, 3), 3)[2]).toBeNaN();
});
