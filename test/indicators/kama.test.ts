import { expect, test } from "vitest";
import { kama } from "../../src/indicators/kama.ts";

// By hand: a straight rise has the weight (2/3)², so the first value is 11 + 4/9 * 2. Then the efficiency is 1/3, so the weight is
// (2/31 + (2/3 - 2/31) / 3)².
test("kama matches values computed by hand", () => {
  const average = kama(Float64Array.of(10, 11, 13, 12), 2);
  expect([...average]).toEqual([NaN, NaN, expect.closeTo(107 / 9, 12), expect.closeTo(11.896705392331, 12)]);
});

test("kama equals the price with fast and slow periods of 1, and hardly moves in a zigzag with a huge slow period", () => {
  expect(kama(Float64Array.of(1, 2, 3, 5), 2, 1, 1)).toEqual(Float64Array.of(NaN, NaN, 3, 5));
  expect(kama(Float64Array.of(1, 2, 1, 2), 2, 1, 1_000_000_000)[3]).toBeCloseTo(2, 12);
});

test("kama has no value while its window contains a missing value, and then continues", () => {
  const average = kama(Float64Array.of(10, 11, 13, NaN, 13, 14, 15), 2);
  expect([...average]).toEqual([NaN, NaN, near(107 / 9), NaN, NaN, NaN, near(107 / 9 + (4 / 9) * (15 - 107 / 9))]);
});

test("kama is constant for constant prices", () => {
  expect(kama(new Float64Array(5).fill(0.1), 2)).toEqual(Float64Array.of(NaN, NaN, 0.1, 0.1, 0.1));
});

function near(value: number): unknown {
  return expect.closeTo(value, 12);
}
