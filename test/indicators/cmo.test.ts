import { expect, test } from "vitest";
import { cmo } from "../../src/indicators/cmo.ts";
import { rsi } from "../../src/indicators/rsi.ts";
import { randomWalk } from "../support/series.ts";

const close = Float64Array.of(10, 13, 12, 12, 14);

test("by hand: 3 up and 1 down, then 2 up and 1 down", () => {
  expect([...cmo(close, 3)]).toEqual([NaN, NaN, NaN, 50, expect.closeTo(100 / 3, 12)]);
});

test("by hand with Wilder's averages: 1 and 1/3, then 4/3 and 2/9", () => {
  expect([...cmo(close, 3, { smoothing: "wilder" })]).toEqual([
    NaN,
    NaN,
    NaN,
    expect.closeTo(50, 12),
    expect.closeTo((100 * 10) / 14, 12),
  ]);
});

test("with Wilder's averages it is twice the relative strength index less 100", () => {
  const walk = randomWalk(200, 8);
  expect(cmo(walk, { smoothing: "wilder" })).toEqual(rsi(walk).map((value) => 2 * value - 100));
});

test("only rises 100, only falls -100, no movement 0", () => {
  for (const smoothing of ["sum", "wilder"] as const) {
    expect(cmo(Float64Array.of(1, 2, 3, 4), 2, { smoothing })).toEqual(Float64Array.of(NaN, NaN, 100, 100));
    expect(cmo(Float64Array.of(4, 3, 2, 1), 2, { smoothing })).toEqual(Float64Array.of(NaN, NaN, -100, -100));
    expect(cmo(new Float64Array(4).fill(0.1), 2, { smoothing })).toEqual(Float64Array.of(NaN, NaN, 0, 0));
  }
});

test("a missing value takes two changes with it, and every window that holds one of them", () => {
  const values = cmo(Float64Array.of(10, 11, NaN, 12, 13, 12, 14), 2);
  expect([...values]).toEqual([NaN, NaN, NaN, NaN, NaN, 0, expect.closeTo(100 / 3, 12)]);
});

test("sums remember their window alone", () => {
  const walk = randomWalk(120, 6);
  const other = walk.map((price, i) => (i < 60 ? price * 1e12 : price));
  const [one, two] = [walk, other].map((series) => cmo(series).subarray(60 + 14));
  expect(two).toEqual(one);
});
