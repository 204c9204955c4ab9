import { expect, test } from "vitest";
import { macd } from "../../src/indicators/macd.ts";

const close = Float64Array.of(1, 2, 4, 7, 11);

test("macd matches values computed by hand", () => {
  // From index 2, the fast average is 19/6, 103/18 and 499/54, and the slow average is 7/3, 14/3 and 47/6.
  const { macd: line, signal, histogram } = macd(close, 2, 3, 2);
  expect([...line]).toEqual([NaN, NaN, near(5 / 6), near(19 / 18), near(38 / 27)]);
  expect([...signal]).toEqual([NaN, NaN, NaN, near(17 / 18), near(203 / 162)]);
  expect([...histogram]).toEqual([NaN, NaN, NaN, near(1 / 9), near(25 / 162)]);
});

test("macd with `alignSeeds: true` matches values computed by hand", () => {
  // The fast average also starts at index 2, and is 3, 17/3 and 83/9.
  const { macd: line, signal } = macd(close, 2, 3, 2, { alignSeeds: true });
  expect([...line]).toEqual([NaN, NaN, near(2 / 3), near(1), near(25 / 18)]);
  expect([...signal]).toEqual([NaN, NaN, NaN, near(5 / 6), near(65 / 54)]);
});

test("macd changes its sign if fast and slow are swapped", () => {
  const line = macd(close, 2, 3, 2).macd;
  expect(macd(close, 3, 2, 2).macd).toEqual(line.map((value) => -value));
});

test("macd has no values on a missing bar, and continues on the next bar", () => {
  const gappy = Float64Array.of(1, 2, 4, 7, -Infinity, 11);
  const { histogram } = macd(gappy, 2, 3, 2);
  expect([...histogram]).toEqual([NaN, NaN, NaN, near(1 / 9), NaN, near(25 / 162)]);
});

function near(value: number): unknown {
  return expect.closeTo(value, 12);
}
