import { expect, test } from "vitest";
import { priceDecimals } from "../../src/report/format.ts";

test("decimals are those that the prices have", () => {
  expect(priceDecimals([[100, 101]])).toBe(0);
  expect(priceDecimals([[100.5], [101.25]])).toBe(2);
  expect(priceDecimals([[0.00001234]])).toBe(8);
  expect(priceDecimals([[1.23456, NaN, 1.2]])).toBe(5);
});

test("what single precision added to a price is no decimal of it", () => {
  expect(priceDecimals([[1455.219971, 1399.420044, 2874.560059]])).toBe(2);
});

test("a price without end has ten decimals", () => {
  expect(priceDecimals([[1 / 3e6]])).toBe(10);
});
