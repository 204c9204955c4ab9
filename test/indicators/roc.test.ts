import { expect, test } from "vitest";
import { roc } from "../../src/indicators/roc.ts";

test("roc of 12 days matches the example published by StockCharts for the Dow from April 28, 2010", () => {
  const close = Float64Array.of(
    11045.27,
    11167.32,
    11008.61,
    11151.83,
    10926.77,
    10868.12,
    10520.32,
    10380.43,
    10785.14,
    10748.26,
    10896.91,
    10782.95,
    10620.16,
    10625.83,
    10510.95,
    10444.37,
    10068.01,
    10193.39,
    10066.57,
    10043.75,
  );
  expect([...roc(close, 12).subarray(12)].map((value) => value.toFixed(2)).join(" ")).toBe(
    "-3.85 -4.85 -4.52 -6.34 -7.86 -6.21 -4.31 -3.24",
  );
});

test("roc matches values computed by hand", () => {
  // The change from 10 to 12 is 20 percent, and from 8 to 10 it is 25 percent.
  expect(roc(Float64Array.of(10, 8, 12, 10), 2)).toEqual(Float64Array.of(NaN, NaN, 20, 25));
});

test("roc has no value for an earlier price of zero, and then continues", () => {
  expect(roc(Float64Array.of(2, 0, 0, 3, 6), 1)).toEqual(Float64Array.of(NaN, -100, NaN, NaN, 100));
});

test("roc has no value on a missing bar and on the later bar that is compared with it", () => {
  expect(roc(Float64Array.of(10, Infinity, 12, 10, 15), 2)).toEqual(Float64Array.of(NaN, NaN, 20, NaN, 25));
});
