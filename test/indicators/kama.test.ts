import { expect, test } from "vitest";
import { kama } from "../../src/indicators/kama.ts";

// By hand: straight up, so the weight is (2/3)²: 11 + 4/9 * 2. Then an efficiency of 1/3: the constant is 2/31 + (2/3 - 2/31) / 3.
test("by hand: period 2", () => {
  const average = kama(Float64Array.of(10, 11, 13, 12), 2);
  expect([...average]).toEqual([NaN, NaN, expect.closeTo(107 / 9, 12), expect.closeTo(11.896705392331, 12)]);
});

test("by hand: it turns with the fast average of 1 bar and rests with a slow one of infinitely many", () => {
  expect(kama(Float64Array.of(1, 2, 3, 5), 2, 1, 1)).toEqual(Float64Array.of(NaN, NaN, 3, 5));
  expect(kama(Float64Array.of(1, 2, 1, 2), 2, 1, 1_000_000_000)[3]).toBeCloseTo(2, 12);
});

test("a missing value leaves its windows without an average, and the next bar goes on from the one before", () => {
  const average = kama(Float64Array.of(10, 11, 13, NaN, 13, 14, 15), 2);
  expect([...average]).toEqual([NaN, NaN, near(107 / 9), NaN, NaN, NaN, near(107 / 9 + (4 / 9) * (15 - 107 / 9))]);
});

test("at rest it does not move", () => {
  expect(kama(new Float64Array(5).fill(0.1), 2)).toEqual(Float64Array.of(NaN, NaN, 0.1, 0.1, 0.1));
});

function near(value: number): unknown {
  return expect.closeTo(value, 12);
}
