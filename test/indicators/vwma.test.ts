import { expect, test } from "vitest";
import { vwma } from "../../src/indicators/vwma.ts";

test("vwma matches values computed by hand", () => {
  const values = vwma(Float64Array.of(10, 11, 12, 9), Float64Array.of(100, 300, 100, 0), 2);
  expect(values).toEqual(Float64Array.of(NaN, 10.75, 11.25, 12));
});

test("vwma has no value for a window without volume", () => {
  const values = vwma(Float64Array.of(10, 11, 12, 9), Float64Array.of(5, 0, 0, 5), 2);
  expect(values).toEqual(Float64Array.of(NaN, 10, NaN, 9));
});

test("vwma ignores the volume of a bar without a price", () => {
  const values = vwma(Float64Array.of(10, NaN, 12, 9), Float64Array.of(5, 5, 5, 5), 2);
  expect(values).toEqual(Float64Array.of(NaN, NaN, NaN, 10.5));
});
