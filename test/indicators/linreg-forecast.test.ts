import { expect, test } from "vitest";
import { linregForecast } from "../../src/indicators/linreg-forecast.ts";

test("linregForecast matches values computed by hand", () => {
  // The values 1 2 6 have the mean 3 and the slope 2.5, so the forecast for the next bar is 8.
  const values = linregForecast(Float64Array.of(1, 2, 6, 3, 3), 3);
  expect(values.subarray(0, 3)).toEqual(Float64Array.of(NaN, NaN, 8));
  expect(values[3]).toBeCloseTo(11 / 3 + 1, 14);
  expect(values[4]).toBe(1);
});

test("linregForecast of a straight line is the line's next value", () => {
  const line = Float64Array.from({ length: 30 }, (_, i) => 100 - i / 4);
  linregForecast(line, 5).forEach((value, i) => expect(value).toBe(i < 4 ? NaN : 100 - (i + 1) / 4));
});
