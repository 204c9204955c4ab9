import { expect, test } from "vitest";
import { ema } from "../../src/indicators/ema.ts";

test("ema matches values computed by hand", () => {
  // A period of 3 gives the newest bar a weight of 0.5.
  expect(ema(Float64Array.of(1, 2, 3, 4, 8), 3)).toEqual(Float64Array.of(NaN, NaN, 2, 3, 5.5));
});

test("ema with `seed: first` matches values computed by hand", () => {
  expect(ema(Float64Array.of(1, 2, 3, 4, 8), 3, { seed: "first" })).toEqual(
    Float64Array.of(1, 1.5, 2.25, 3.125, 5.5625),
  );
  expect(ema.warmup(3, { seed: "first" })).toBe(0);
});

test("ema has no value on a missing bar, and continues on the next bar", () => {
  expect(ema(Float64Array.of(1, 3, NaN, 5, Infinity, 9), 3)).toEqual(Float64Array.of(NaN, NaN, NaN, 3, NaN, 6));
});

test("ema of 10 days matches the example published by StockCharts", () => {
  const close = Float64Array.of(
    22.2734,
    22.194,
    22.0847,
    22.1741,
    22.184,
    22.1344,
    22.2337,
    22.4323,
    22.2436,
    22.2933,
    22.1542,
    22.3926,
    22.3816,
    22.6109,
    23.3558,
    24.0519,
    23.753,
    23.8324,
    23.9516,
    23.6338,
    23.8225,
    23.8722,
    23.6537,
    23.187,
    23.0976,
    23.326,
    22.6805,
    23.0976,
    22.4025,
    22.1725,
  );
  expect([...ema(close, 10).subarray(9)].map((value) => value.toFixed(2)).join(" ")).toBe(
    "22.22 22.21 22.24 22.27 22.33 22.52 22.80 22.97 23.13 23.28 23.34 23.43 23.51 23.54 23.47 23.40 23.39 23.26 23.23 23.08 22.92",
  );
});
