import { expect, test } from "vitest";
import { priceDecimals } from "../../src/metrics/format.ts";

test("priceDecimals gives the largest number of decimals among the prices", () => {
  expect(priceDecimals([[100, 101]])).toBe(0);
  expect(priceDecimals([[100.5], [101.25]])).toBe(2);
  expect(priceDecimals([[0.00001234]])).toBe(8);
  expect(priceDecimals([[1.23456, NaN, 1.2]])).toBe(5);
});

test("priceDecimals ignores the rounding errors of single-precision prices", () => {
  expect(priceDecimals([[1455.219971, 1399.420044, 2874.560059]])).toBe(2);
});

test("priceDecimals gives ten at most", () => {
  expect(priceDecimals([[1 / 3e6]])).toBe(10);
});
