import { expect, test } from "vitest";
import { rma } from "../../src/indicators/rma.ts";

test("rma matches values computed by hand", () => {
  // With a period of 4, rma starts with the mean of four values, and then gives the newest value a weight of 0.25.
  expect(rma(Float64Array.of(1, 2, 3, 6, 7, 0), 4)).toEqual(Float64Array.of(NaN, NaN, NaN, 3, 4, 3));
});

test("rma has no value on a missing bar, and continues on the next bar", () => {
  expect(rma(Float64Array.of(1, 3, NaN, 6, Infinity, 8), 2)).toEqual(Float64Array.of(NaN, 2, NaN, 4, NaN, 6));
});

test("rma is constant for constant prices", () => {
  expect(
    rma(new Float64Array(100).fill(0.1), 2)
      .subarray(1)
      .every((value) => value === 0.1),
  ).toBe(true);
});
