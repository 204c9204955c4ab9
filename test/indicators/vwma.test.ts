import { expect, test } from "vitest";
import { vwma } from "../../src/indicators/vwma.ts";

test("by hand", () => {
  const values = vwma(Float64Array.of(10, 11, 12, 9), Float64Array.of(100, 300, 100, 0), 2);
  expect(values).toEqual(Float64Array.of(NaN, 10.75, 11.25, 12));
});

test("a window without volume has no value", () => {
  const values = vwma(Float64Array.of(10, 11, 12, 9), Float64Array.of(5, 0, 0, 5), 2);
  expect(values).toEqual(Float64Array.of(NaN, 10, NaN, 9));
});

test("a bar without a price lends its volume to nobody", () => {
  const values = vwma(Float64Array.of(10, NaN, 12, 9), Float64Array.of(5, 5, 5, 5), 2);
  expect(values).toEqual(Float64Array.of(NaN, NaN, NaN, 10.5));
});
