import { expect, test } from "vitest";
import { trima } from "../../src/indicators/trima.ts";

const close = Float64Array.of(1, 2, 6, 3, 3);

test("trima with an even period has the weights 1 2 2 1", () => {
  const values = trima(close, 4);
  expect(values.subarray(0, 3)).toEqual(Float64Array.of(NaN, NaN, NaN));
  expect(values[3]).toBeCloseTo((1 + 4 + 12 + 3) / 6, 14);
  expect(values[4]).toBeCloseTo((2 + 12 + 6 + 3) / 6, 14);
});

test("trima with an odd period has the weights 1 2 3 2 1", () => {
  expect(trima(close, 5)[4]).toBeCloseTo((1 + 4 + 18 + 6 + 3) / 9, 14);
});

test("trima with a period of 1 equals the series", () => {
  expect(trima(close, 1)).toEqual(close);
});

test("trima has no value while its window contains a missing value", () => {
  const values = trima(Float64Array.of(1, 1, 1, 1, NaN, 1, 1, 1, 1), 4);
  expect(values).toEqual(Float64Array.of(NaN, NaN, NaN, 1, NaN, NaN, NaN, NaN, 1));
});
