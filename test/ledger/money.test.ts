import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Money } from "../../src/ledger/money.ts";
import { property } from "../support/property.ts";

describe("money in a currency", () => {
  test.each([
    [2, 1.005, 1.01],
    [2, -1.005, -1.01],
    [2, 2.675, 2.68],
    [2, 0.004, 0],
    [2, -0.004, 0],
    [0, 99.5, 100],
    [0, -99.5, -100],
    [3, 0.0005, 0.001],
  ])("with %d decimals rounds the amount %d half away from zero, to %d", (decimals, amount, rounded) => {
    expect(new Money("currency", decimals).round(amount)).toBe(rounded);
  });

  property([fc.integer({ min: -1e15, max: 1e15 })])(
    "is unchanged if an amount has whole cents, up to ten trillion",
    (cents) => {
      expect(new Money("currency", 2).round(cents / 100)).toBe(cents / 100);
    },
  );

  property([fc.array(fc.integer({ min: -1e11, max: 1e11 }), { maxLength: 50 })])(
    "has an exact total if each sum is rounded",
    (cents) => {
      const money = new Money("currency", 2);
      const sum = cents.reduce((total, amount) => money.round(total + amount / 100), 0);
      expect(sum).toBe(cents.reduce((total, amount) => total + amount, 0) / 100);
    },
  );

  test.each([1e14, -1e14, Infinity])("throws for the amount %d, which is too large for whole cents", (amount) => {
    expect(() => new Money("currency", 2).round(amount)).toThrow(
      expect.objectContaining({ code: "MONEY_OUT_OF_RANGE", details: { amount, limit: 2 ** 53 / 100 } }),
    );
  });
});

property([fc.double()])("money with rounding none is never changed", (amount) => {
  expect(new Money("none", 2).round(amount)).toBe(amount);
});
