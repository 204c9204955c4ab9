import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  exactMember,
  orNull,
  roundedPercent,
  rounded,
  toSignificant,
  roundedToInteger,
} from "../../src/server/numbers.ts";
import { property } from "../support/property.ts";

describe("rounding of numbers in responses", () => {
  test.each([
    // Halves are rounded away from zero, even if the binary value is slightly less than a half.
    [2.675, 2, 2.68],
    [-2.675, 2, -2.68],
    [1.005, 2, 1.01],
    [0.1 + 0.2, 2, 0.3],
    [0.5, 0, 1],
    [-0.5, 0, -1],
    [-0.4, 0, 0],
    [123.4564999, 3, 123.456],
    // A double this large has no decimals to round.
    [2 ** 53 + 2, 2, 2 ** 53 + 2],
    [1e300, 8, 1e300],
  ])("turns %f at %i decimals into %f", (value, decimals, expected) => {
    expect(rounded(value, decimals)).toBe(expected);
  });

  test("never returns negative zero", () => {
    expect(rounded(-0, 2)).toBe(0);
    expect(rounded(-0.001, 2)).toBe(0);
    expect(roundedToInteger(-0.2)).toBe(0);
    expect(toSignificant(-0)).toBe(0);
    expect(roundedPercent(-0.00001)).toBe(0);
  });

  property([fc.double({ min: -1e9, max: 1e9, noNaN: true }), fc.integer({ min: 0, max: 6 })])(
    "changes a number by at most half a unit of the last decimal, limits its decimals, and changes nothing when repeated",
    (value, decimals) => {
      const shown = rounded(value, decimals);
      expect(Math.abs(shown - value)).toBeLessThanOrEqual(0.5 * 10 ** -decimals + Math.abs(value) * 1e-15);
      expect(shown).toBe(Number(shown.toFixed(decimals)) + 0);
      expect(rounded(shown, decimals)).toBe(shown);
      expect(rounded(-value, decimals)).toBe(-shown + 0);
    },
  );
});

test("numbers in responses keep ten significant digits", () => {
  expect(toSignificant(123.456789012345)).toBe(123.456789);
  expect(toSignificant(-0.000123456789012)).toBe(-0.000123456789);
  expect(toSignificant(1_234_567_890.5)).toBe(1_234_567_891);
});

test("unknown numbers become null in responses", () => {
  expect(orNull(NaN, roundedToInteger)).toBeNull();
  expect(orNull(Infinity, roundedToInteger)).toBeNull();
  expect(orNull(1.5, roundedToInteger)).toBe(2);
});

test("an exact value is added to a response only if it differs from the rounded one", () => {
  expect(exactMember("volume_exact", 12)).toEqual({});
  expect(exactMember("volume_exact", 12.000000001)).toEqual({});
  expect(exactMember("volume_exact", 12.123456789)).toEqual({ volume_exact: 12.12345679 });
});
