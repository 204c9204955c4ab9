import { expect, test } from "vitest";
import { apo } from "../../src/indicators/apo.ts";
import { macd } from "../../src/indicators/macd.ts";
import { randomWalk } from "../support/series.ts";

const close = Float64Array.of(1, 2, 4, 7, 11);

test("by hand: fast 19/6 103/18 499/54, slow 7/3 14/3 47/6", () => {
  expect([...apo(close, 2, 3)]).toEqual([NaN, NaN, near(5 / 6), near(19 / 18), near(38 / 27)]);
});

test("by hand with simple averages: 3 less 7/3, 5.5 less 13/3, 9 less 22/3", () => {
  expect([...apo(close, 2, 3, { average: "sma" })]).toEqual([NaN, NaN, near(2 / 3), near(7 / 6), near(5 / 3)]);
});

test("is the line of the MACD, to the last bit", () => {
  const walk = randomWalk(300, 4);
  expect(apo(walk)).toEqual(macd(walk).macd);
});

test("with the slow average first it is the same line upside down", () => {
  for (const average of ["ema", "sma"] as const)
    expect(apo(close, 3, 2, { average })).toEqual(apo(close, 2, 3, { average }).map((value) => -value));
});

test("after a missing value exponential averages go on, simple ones wait until it has left their windows", () => {
  const gappy = Float64Array.of(1, 2, 4, 7, NaN, 11);
  expect([...apo(gappy, 2, 3)].slice(3)).toEqual([near(19 / 18), NaN, near(38 / 27)]);
  const simple = apo(Float64Array.of(...gappy, 12, 13), 2, 3, { average: "sma" });
  expect([...simple].slice(3)).toEqual([near(7 / 6), NaN, NaN, NaN, near(0.5)]);
});

test("simple averages of a market that stands still are exactly 0 apart", () => {
  const flat = new Float64Array(40).fill(0.1);
  expect(apo(flat, { average: "sma" }).subarray(25)).toEqual(new Float64Array(15));
});

test("simple averages remember their windows alone", () => {
  const walk = randomWalk(200, 6);
  const other = walk.map((price, i) => (i < 80 ? price * 1e12 : price));
  const [one, two] = [walk, other].map((series) => apo(series, { average: "sma" }).subarray(80 + 25));
  expect(two).toEqual(one);
});

function near(value: number): unknown {
  return expect.closeTo(value, 12);
}
