import { expect, test } from "vitest";
import { psychologicalLine } from "../../src/indicators/psychological-line.ts";

test("psychologicalLine matches values computed by hand", () => {
  // The price goes up, up, down, stays unchanged, and goes up.
  const source = Float64Array.of(10, 11, 12, 11, 11, 13);
  expect(psychologicalLine(source, 4)).toEqual(Float64Array.of(NaN, NaN, NaN, NaN, 50, 50));
  expect(psychologicalLine(source, 2)).toEqual(Float64Array.of(NaN, NaN, 100, 50, 0, 50));
});

test("psychologicalLine is 0 for constant prices", () => {
  expect(psychologicalLine(new Float64Array(20).fill(0.1), 12)[19]).toBe(0);
});

test("psychologicalLine leaves out the changes to and from a missing bar", () => {
  const source = Float64Array.of(10, 11, NaN, 11, 12, 13);
  expect(psychologicalLine(source, 1)).toEqual(Float64Array.of(NaN, 100, NaN, NaN, 100, 100));
});
