import { expect, test } from "vitest";
import { apo } from "../../src/indicators/apo.ts";
import { macd } from "../../src/indicators/macd.ts";
import { randomWalk } from "../support/series.ts";

const close = Float64Array.of(1, 2, 4, 7, 11);

test("apo matches values computed by hand", () => {
  // The fast average is 19/6, 103/18 and 499/54, the slow one 7/3, 14/3 and 47/6.
  expect([...apo(close, 2, 3)]).toEqual([NaN, NaN, near(5 / 6), near(19 / 18), near(38 / 27)]);
});

test("apo with simple averages matches values computed by hand", () => {
  // The fast minus the slow average is 3 - 7/3, then 5.5 - 13/3, then 9 - 22/3.
  expect([...apo(close, 2, 3, { average: "sma" })]).toEqual([NaN, NaN, near(2 / 3), near(7 / 6), near(5 / 3)]);
});

test("apo equals the macd output of macd bit for bit", () => {
  const walk = randomWalk(300, 4);
  expect(apo(walk)).toEqual(macd(walk).macd);
});

test("apo changes its sign if fast and slow are swapped", () => {
  for (const average of ["ema", "sma"] as const)
    expect(apo(close, 3, 2, { average })).toEqual(apo(close, 2, 3, { average }).map((value) => -value));
});

test("apo continues after a missing value with exponential averages, and waits for a complete window with simple ones", () => {
  const gappy = Float64Array.of(1, 2, 4, 7, NaN, 11);
  expect([...apo(gappy, 2, 3)].slice(3)).toEqual([near(19 / 18), NaN, near(38 / 27)]);
  const simple = apo(Float64Array.of(...gappy, 12, 13), 2, 3, { average: "sma" });
  expect([...simple].slice(3)).toEqual([near(7 / 6), NaN, NaN, NaN, near(0.5)]);
});

test("apo with simple averages is exactly 0 for constant prices", () => {
  const flat = new Float64Array(40).fill(0.1);
  expect(apo(flat, { average: "sma" }).subarray(25)).toEqual(new Float64Array(15));
});

test("apo with simple averages depends only on the prices in its windows", () => {
  const walk = randomWalk(200, 6);
  const other = walk.map((price, i) => (i < 80 ? price * 1e12 : price));
  const [one, two] = [walk, other].map((series) => apo(series, { average: "sma" }).subarray(80 + 25));
  expect(two).toEqual(one);
});

function near(value: number): unknown {
  return expect.closeTo(value, 12);
}
