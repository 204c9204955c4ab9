import { expect, test } from "vitest";
import { efficiencyRatio } from "../../src/indicators/efficiency-ratio.ts";

test("by hand: 3 of 3, 1 of 3, 6 of 6 and 4 of 6 the other way", () => {
  expect(efficiencyRatio(Float64Array.of(10, 11, 13, 12, 7), 2)).toEqual(Float64Array.of(NaN, NaN, 1, 1 / 3, 1));
  expect(efficiencyRatio(Float64Array.of(10, 11, 6), 2)[2]).toBe(4 / 6);
});

test("a window without movement is 1, or what is asked for", () => {
  const flat = new Float64Array(4).fill(0.1);
  expect(efficiencyRatio(flat, 2)).toEqual(Float64Array.of(NaN, NaN, 1, 1));
  expect(efficiencyRatio(flat, 2, { flat: 0 })).toEqual(Float64Array.of(NaN, NaN, 0, 0));
});

test("a missing value is in the windows of as many bars after it", () => {
  expect(efficiencyRatio(Float64Array.of(1, 2, 3, NaN, 3, 2, 1), 2)).toEqual(
    Float64Array.of(NaN, NaN, 1, NaN, NaN, NaN, 1),
  );
});
