import { expect, test } from "vitest";
import { macd } from "../../src/indicators/macd.ts";

const close = Float64Array.of(1, 2, 4, 7, 11);

// Worked by hand in fractions: weights 2/3, 1/2 and 2/3.
test("by hand: fast 3/2 19/6 103/18 499/54 from index 1, slow 7/3 14/3 47/6 from index 2", () => {
  const { macd: line, signal, histogram } = macd(close, 2, 3, 2);
  expect([...line]).toEqual([NaN, NaN, near(5 / 6), near(19 / 18), near(38 / 27)]);
  expect([...signal]).toEqual([NaN, NaN, NaN, near(17 / 18), near(203 / 162)]);
  expect([...histogram]).toEqual([NaN, NaN, NaN, near(1 / 9), near(25 / 162)]);
});

test("by hand with aligned seeds: fast 3 17/3 83/9 from index 2 too", () => {
  const { macd: line, signal } = macd(close, 2, 3, 2, { alignSeeds: true });
  expect([...line]).toEqual([NaN, NaN, near(2 / 3), near(1), near(25 / 18)]);
  expect([...signal]).toEqual([NaN, NaN, NaN, near(5 / 6), near(65 / 54)]);
});

test("with the slow average first it is the same line upside down", () => {
  const line = macd(close, 2, 3, 2).macd;
  expect(macd(close, 3, 2, 2).macd).toEqual(line.map((value) => -value));
});

test("a missing value has no numbers, and the next bar goes on from the averages before it", () => {
  const gappy = Float64Array.of(1, 2, 4, 7, -Infinity, 11);
  const { histogram } = macd(gappy, 2, 3, 2);
  expect([...histogram]).toEqual([NaN, NaN, NaN, near(1 / 9), NaN, near(25 / 162)]);
});

function near(value: number): unknown {
  return expect.closeTo(value, 12);
}
