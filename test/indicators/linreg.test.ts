import { expect, test } from "vitest";
import { linreg } from "../../src/indicators/linreg.ts";

test("linreg matches values computed by hand", () => {
  // The values 1 2 6 have the mean 3 and the slope 2.5, so their line ends at 5.5.
  const values = linreg(Float64Array.of(1, 2, 6, 3, 3), 3);
  expect(values.subarray(0, 3)).toEqual(Float64Array.of(NaN, NaN, 5.5));
  expect(values[3]).toBeCloseTo(11 / 3 + 0.5, 14);
  expect(values[4]).toBe(2.5);
});

test("linreg over two bars is the last value", () => {
  expect(linreg(Float64Array.of(1, 2, 6, 3), 2)).toEqual(Float64Array.of(NaN, 2, 6, 3));
});

test("linreg of a straight line is the line, and of a constant series exactly the constant", () => {
  const line = Float64Array.from({ length: 30 }, (_, i) => 1e9 + i / 8);
  linreg(line, 9).forEach((value, i) => expect(value).toBe(i < 8 ? NaN : line[i]));
  expect(linreg(new Float64Array(20).fill(0.1), 7)[19]).toBe(0.1);
});
