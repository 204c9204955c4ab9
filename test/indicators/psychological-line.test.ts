import { expect, test } from "vitest";
import { psychologicalLine } from "../../src/indicators/psychological-line.ts";

test("by hand: up, up, down, none, up", () => {
  const source = Float64Array.of(10, 11, 12, 11, 11, 13);
  expect(psychologicalLine(source, 4)).toEqual(Float64Array.of(NaN, NaN, NaN, NaN, 50, 50));
  expect(psychologicalLine(source, 2)).toEqual(Float64Array.of(NaN, NaN, 100, 50, 0, 50));
});

test("a market that stands still does not rise", () => {
  expect(psychologicalLine(new Float64Array(20).fill(0.1), 12)[19]).toBe(0);
});

test("a missing bar leaves the changes to it and from it missing", () => {
  const source = Float64Array.of(10, 11, NaN, 11, 12, 13);
  expect(psychologicalLine(source, 1)).toEqual(Float64Array.of(NaN, 100, NaN, NaN, 100, 100));
});
