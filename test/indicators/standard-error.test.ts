import { expect, test } from "vitest";
import { standardError } from "../../src/indicators/standard-error.ts";

test("standardError matches values computed by hand", () => {
  // The values 1 2 6 differ by 0.5, -1 and 0.5 from their line, and leave one degree of freedom.
  const values = standardError(Float64Array.of(1, 2, 6, 3, 3), 3);
  expect(values.subarray(0, 2)).toEqual(Float64Array.of(NaN, NaN));
  expect(values[2]).toBeCloseTo(Math.sqrt(1.5), 14);
  expect(values[4]).toBeCloseTo(Math.sqrt(1.5), 14);
});

test("standardError is 0 for a constant series, and nearly 0 for a straight line", () => {
  expect(standardError(new Float64Array(20).fill(0.1), 7)[19]).toBe(0);
  const line = Float64Array.from({ length: 30 }, (_, i) => 0.1 * i);
  expect(standardError(line, 14)[29]).toBeLessThan(1e-7);
});

test("standardError is exact for changes of cents at a price of a billion", () => {
  const values = standardError(
    Float64Array.of(1, 2, 6).map((value) => 1e9 + value / 64),
    3,
  );
  expect(values[2]).toBeCloseTo(Math.sqrt(1.5) / 64, 14);
});
