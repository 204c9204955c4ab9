import { expect, test } from "vitest";
import { mcginley } from "../../src/indicators/mcginley.ts";

// By hand with a pace of 2: 2 at rest, then 2 + 2 / (2 * 16), then 2.0625 + 2.0625 / (2 * 16).
test("by hand: it follows a doubled price by a thirty-second of the average", () => {
  expect(mcginley(Float64Array.of(1, 3, 2, 4, 4.125), 2, { share: 1 })).toEqual(
    Float64Array.of(NaN, 2, 2, 2.0625, 2.126953125),
  );
});

test("by hand: it follows a fall further than a rise", () => {
  // 2 - 1 / (6 * 0.6 * (1/2)⁴) = 2 - 1 / 0.225, which is below zero: a fall by a half is more than such a pace can take.
  expect(mcginley(Float64Array.of(2, 2, 2, 2, 2, 2, 1), 6, 0.6)[6]).toBeCloseTo(2 - 1 / 0.225, 12);
  // With a pace of 32: 2 - 1 / 2.
  expect(mcginley(Float64Array.of(...Array<number>(32).fill(2), 1), 32, { share: 1 })[32]).toBe(1.5);
});

test("where it fell below zero the next bar has no value, and it begins anew with that price", () => {
  const price = Float64Array.of(2, 2, 1, 4, 4, 8);
  // By hand: 2 - 1 / (2 / 16) = -6, then none, then 4 at rest, then 4 + 4 / 32.
  expect(mcginley(price, 2, { share: 1 })).toEqual(Float64Array.of(NaN, 2, -6, NaN, 4, 4.125));
});

test("a price that is missing or not above zero has no value, and the next one goes on", () => {
  expect(mcginley(Float64Array.of(2, 2, 0, -1, NaN, Infinity, 4), 2, { share: 1 })).toEqual(
    Float64Array.of(NaN, 2, NaN, NaN, NaN, NaN, 2.0625),
  );
});

test("as TradingView has it, all of the period counts", () => {
  const price = Float64Array.of(1, 3, 2, 4, 4.125);
  expect(mcginley(price, 2, { compat: "tradingview" })).toEqual(mcginley(price, 2, { share: 1 }));
});
