import { expect, test } from "vitest";
import { roc } from "../../src/indicators/roc.ts";
import { rocr } from "../../src/indicators/rocr.ts";
import { randomWalk } from "../support/series.ts";

test("rocr matches values computed by hand", () => {
  // The ratios are 12 / 10 and 10 / 8.
  expect(rocr(Float64Array.of(10, 8, 12, 10), 2)).toEqual(Float64Array.of(NaN, NaN, 1.2, 1.25));
});

test("rocr equals 1 + roc / 100", () => {
  const walk = randomWalk(200, 3);
  const percent = roc(walk, 5);
  rocr(walk, 5).forEach((ratio, i) => {
    if (i >= 5) expect(ratio).toBeCloseTo(1 + percent[i]! / 100, 13);
  });
});

test("rocr has no value for an earlier price of zero or infinity", () => {
  expect(rocr(Float64Array.of(2, 0, 3, Infinity, 6, 3), 1)).toEqual(Float64Array.of(NaN, 0, NaN, NaN, NaN, 0.5));
});
