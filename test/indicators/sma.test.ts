import { expect, test } from "vitest";
import { sma } from "../../src/indicators/sma.ts";

test("by hand", () => {
  expect(sma(Float64Array.of(1, 2, 6, 3, 3), 3)).toEqual(Float64Array.of(NaN, NaN, 3, 11 / 3, 4));
});

test("of period 1 is the series itself", () => {
  expect(sma(Float64Array.of(0.1, -2, 7), 1)).toEqual(Float64Array.of(0.1, -2, 7));
});

test("StockCharts, ChartSchool, moving averages, 10 days", () => {
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
  );
  expect([...sma(close, 10).subarray(9)].map((value) => value.toFixed(2))).toEqual([
    "22.22",
    "22.21",
    "22.23",
    "22.26",
  ]);
});

test("an outlier leaves nothing behind", () => {
  const series = Float64Array.of(1e300, 0.1, 0.2, 0.3, 0.4, 0.5);
  expect(sma(series, 2)[2]).toBe((0.1 + 0.2) / 2);
  expect(sma(series, 2)[5]).toBe(0.45);
});
