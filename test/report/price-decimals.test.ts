import { expect, test } from "vitest";
import { priceDecimals } from "../../src/report/format.ts";

test("the decimals of prices are counted", () => {
  expect(priceDecimals([[100, 101]])).toBe(0);
  expect(priceDecimals([[100.5], [101.25]])).toBe(2);
  expect(priceDecimals([[0.00001234]])).toBe(8);
  expect(priceDecimals([[1.23456, NaN, 1.2]])).toBe(5);
});

test("rounding noise of single precision adds no decimals", () => {
  expect(priceDecimals([[1455.219971, 1399.420044, 2874.560059]])).toBe(2);
});

test("a price has at most ten decimals", () => {
  expect(priceDecimals([[1 / 3e6]])).toBe(10);
});
