import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ceilToStep, floorToStep, roundHalfAway, snapToStep } from "../../src/primitives/rounding.ts";
import { property } from "../support/property.ts";

describe("roundHalfAway", () => {
  test.each([
    [0.5, 1],
    [1.5, 2],
    [2.5, 3],
    [-0.5, -1],
    [-2.5, -3],
    [2.4999, 2],
    [-2.4999, -2],
    [-0.4, 0],
  ])("rounds a half away from zero: %d becomes %d", (value, rounded) => {
    expect(roundHalfAway(value)).toBe(rounded);
  });

  // 1.005 and 2.675 have no exact double, so that the products are just below the intended half.
  test.each([
    [1.005 * 100, 101],
    [2.675 * 100, 268],
    [-1.005 * 100, -101],
    [10.075 * 100, 1008],
  ])("rounds a product of decimals as if it were exact: %d becomes %d", (value, rounded) => {
    expect(roundHalfAway(value)).toBe(rounded);
  });

  property([fc.oneof(fc.maxSafeInteger(), fc.integer({ min: -1000, max: 1000 }))])(
    "does not change whole numbers, up to the largest safe integer",
    (whole) => {
      expect(roundHalfAway(whole)).toBe(whole);
    },
  );

  property([fc.integer({ min: -1e12, max: 1e12 }), fc.integer({ min: -49, max: 49 })])(
    "rounds to the nearest whole number",
    (whole, hundredths) => {
      expect(roundHalfAway(whole + hundredths / 100) - whole).toBe(0);
    },
  );
});

describe("floorToStep", () => {
  test.each([
    [0.3, 0.1, 0.3],
    [0.7, 0.1, 0.7],
    [1.1, 0.1, 1.1],
    [0.29999, 0.1, 0.2],
    [7, 2, 6],
    [0.99999, 1, 0],
    [0.00025, 0.0001, 0.0002],
    [1e15, 1, 1e15],
    [Infinity, 0.1, Infinity],
  ])("rounds %d down to a multiple of %d: %d", (value, step, floored) => {
    expect(floorToStep(value, step)).toBe(floored);
  });

  property([fc.nat(1e9), fc.constantFrom(1, 0.1, 0.01, 0.0001, 0.5, 5, 100)])(
    "does not change a multiple, and removes the remainder of other numbers",
    (steps, step) => {
      const multiple = Number((steps * step).toPrecision(15));
      expect(floorToStep(multiple, step)).toBe(multiple);
      expect(floorToStep(multiple + step / 2, step)).toBe(multiple);
    },
  );
});

describe("rounding to decimal steps", () => {
  property([fc.integer({ min: 1, max: 1e12 }), fc.nat(9)])(
    "returns the double nearest to the decimal multiple, in floorToStep, ceilToStep and snapToStep",
    (steps, digits) => {
      const [step, multiple] = [Number(`1e-${digits}`), Number(`${steps}e-${digits}`)];
      expect(floorToStep(multiple, step)).toBe(multiple);
      expect(ceilToStep(multiple, step)).toBe(multiple);
      expect(snapToStep(multiple * (1 + Number.EPSILON), step)).toBe(multiple);
      expect(snapToStep(-multiple, step)).toBe(-multiple);
    },
  );
});

describe("ceilToStep", () => {
  test.each([
    [100.03, 0.05, 100.05],
    [100.05, 0.05, 100.05],
    [0.1 + 0.2, 0.1, 0.3],
    [0.31, 0.1, 0.4],
    [-39.6, 0.25, -39.5],
    [-0.1, 0.25, 0],
    [7, 1, 7],
  ])("rounds %d up to a multiple of %d: %d", (value, step, above) => {
    expect(ceilToStep(value, step)).toBe(above);
  });
});

describe("snapToStep", () => {
  test.each([
    [0.3 - 0.1 - 0.1, 0.1, 0.1],
    [0.1 + 0.2, 0.1, 0.3],
    [-0.1 - 0.2, 0.1, -0.3],
    [1 - 1.0000000000000002, 0.1, 0],
    [5, 1, 5],
  ])("removes the binary noise of %d, which is meant as a multiple of %d", (value, step, snapped) => {
    expect(snapToStep(value, step)).toBe(snapped);
  });

  test.each([
    [0.15, 0.1],
    [2.5, 1],
    [0.101, 0.1],
  ])("does not change %d, which is not a multiple of %d", (value, step) => {
    expect(snapToStep(value, step)).toBe(value);
  });
});
