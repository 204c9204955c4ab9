import { expect, test } from "vitest";
import { cmo } from "../../src/indicators/cmo.ts";
import { rsi } from "../../src/indicators/rsi.ts";
import { randomWalk } from "../support/series.ts";

const close = Float64Array.of(10, 13, 12, 12, 14);

test("cmo matches values computed by hand", () => {
  // In the first window gains sum to 3 and losses to 1, in the second window to 2 and 1.
  expect([...cmo(close, 3)]).toEqual([NaN, NaN, NaN, 50, expect.closeTo(100 / 3, 12)]);
});

test("cmo with Wilder's averages matches values computed by hand", () => {
  // The averages of gains and losses are 1 and 1/3, then 4/3 and 2/9.
  expect([...cmo(close, 3, { smoothing: "wilder" })]).toEqual([
    NaN,
    NaN,
    NaN,
    expect.closeTo(50, 12),
    expect.closeTo((100 * 10) / 14, 12),
  ]);
});

test("cmo with Wilder's averages equals 2 * rsi - 100", () => {
  const walk = randomWalk(200, 8);
  expect(cmo(walk, { smoothing: "wilder" })).toEqual(rsi(walk).map((value) => 2 * value - 100));
});

test("cmo is 100 for rises, -100 for falls and 0 without movement", () => {
  for (const smoothing of ["sum", "wilder"] as const) {
    expect(cmo(Float64Array.of(1, 2, 3, 4), 2, { smoothing })).toEqual(Float64Array.of(NaN, NaN, 100, 100));
    expect(cmo(Float64Array.of(4, 3, 2, 1), 2, { smoothing })).toEqual(Float64Array.of(NaN, NaN, -100, -100));
    expect(cmo(new Float64Array(4).fill(0.1), 2, { smoothing })).toEqual(Float64Array.of(NaN, NaN, 0, 0));
  }
});

test("cmo has no value while its window contains a change to or from a missing value", () => {
  const values = cmo(Float64Array.of(10, 11, NaN, 12, 13, 12, 14), 2);
  expect([...values]).toEqual([NaN, NaN, NaN, NaN, NaN, 0, expect.closeTo(100 / 3, 12)]);
});

test("cmo with sums of changes depends only on the prices in its window", () => {
  const walk = randomWalk(120, 6);
  const other = walk.map((price, i) => (i < 60 ? price * 1e12 : price));
  const [one, two] = [walk, other].map((series) => cmo(series).subarray(60 + 14));
  expect(two).toEqual(one);
});
