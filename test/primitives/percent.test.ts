import * as fc from "fast-check";
import { expect, test } from "vitest";
import { percentFromFraction, fractionFromPercent } from "../../src/primitives/percent.ts";

test("percentFromFraction and fractionFromPercent convert without binary noise", () => {
  expect([0.07, 0.05, 1e-9, 1].map(percentFromFraction)).toEqual([7, 5, 1e-7, 100]);
  expect([7, 5, 1e-7, 100].map(fractionFromPercent)).toEqual([0.07, 0.05, 1e-9, 1]);
  expect(percentFromFraction(NaN)).toBeNaN();
});

test("a fraction of at most fifteen digits converts to percent and back exactly", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 999_999_999_999_999 }), fc.integer({ min: 0, max: 15 }), (digits, places) => {
      const share = Number(`${digits}e-${places}`);
      expect(fractionFromPercent(percentFromFraction(share))).toBe(share);
    }),
  );
});
