import { expect, test } from "vitest";
import { cross } from "../../src/indicators/cross.ts";

const line = Float64Array.of(2, 2, 2, 2, 2, 2, 2);

test("cross is 1 on an upward cross, -1 on a downward cross, and 0 while the first line stays on one side of the second", () => {
  expect(cross(Float64Array.of(1, 3, 4, 1, 0, 3, 1), line)).toEqual(Float64Array.of(NaN, 1, 0, -1, 0, 1, -1));
});

test("cross is 0 on a bar where the lines touch, and marks the bar on which they part again", () => {
  expect(cross(Float64Array.of(1, 2, 3, 2, 2, 1, 2), line)).toEqual(Float64Array.of(NaN, 0, 1, 0, 0, -1, 0));
  expect(cross(Float64Array.of(3, 2, 3, 2, 1, 2, 1), line)).toEqual(Float64Array.of(NaN, 0, 1, 0, -1, 0, -1));
});

test("cross has no value on a missing bar and the next one", () => {
  expect(cross(Float64Array.of(1, 3, NaN, 3, 1, 1, 3), line.with(5, Infinity))).toEqual(
    Float64Array.of(NaN, 1, NaN, NaN, -1, NaN, NaN),
  );
});
