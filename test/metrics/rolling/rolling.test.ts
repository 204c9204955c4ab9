import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  rolling,
  rollingBeta,
  rollingDrawdown,
  rollingPair,
  rollingSharpe,
  rollingSortino,
  rollingVolatility,
} from "../../../src/metrics/rolling.ts";
import { sharpe } from "../../../src/metrics/ratios.ts";
import { volatility } from "../../../src/metrics/risk.ts";
import { performanceOf } from "../performance-of.ts";
import { property } from "../../support/property.ts";

// The returns of this run are 0.1, -0.1, 0, 0.2 and -0.05.
const run = performanceOf([1100, 990, 990, 1188, 1128.6], {
  buyAndHold: Float64Array.of(1050, 1000, 1000, 1100, 1045),
});
const close = (values: Float64Array, expected: readonly number[]) =>
  expected.forEach((value, i) =>
    Number.isNaN(value) ? expect(values[i]).toBeNaN() : expect(values[i]).toBeCloseTo(value, 12),
  );

describe("a rolling metric", () => {
  test("of volatility is the sample deviation, for two returns their difference divided by the square root of 2", () => {
    close(
      rollingVolatility(run, 2),
      [NaN, 0.2, 0.1, 0.2, 0.25].map((step) => (step / Math.SQRT2) * Math.sqrt(252)),
    );
  });

  test("of drawdown measures from the first close of its window", () => {
    close(rollingDrawdown(run, 3), [NaN, NaN, -0.1, 0, -0.05]);
  });

  test("of the Sharpe ratio is missing for constant returns, and of the Sortino ratio for returns without losses", () => {
    const flat = performanceOf([1000, 1000, 1100]);
    close(rollingSharpe(flat, 2), [NaN, NaN, Math.sqrt(252) / Math.SQRT2]);
    close(rollingSortino(flat, 2), [NaN, NaN, NaN]);
  });

  test("of beta over two sessions is the slope through two points", () => {
    // The benchmark returns 0.05, -1/21, 0, 0.1 and -0.05.
    close(rollingBeta(run, 2), [NaN, 0.2 / (0.05 + 1 / 21), 2.1, 2, 0.25 / 0.15]);
  });

  test("throws for a window that is not a whole number of sessions above 0", () => {
    for (const window of [0, 1.5, NaN])
      expect(() => rollingSharpe(run, window)).toThrow(/^window must be a whole number/);
    expect([...rollingSharpe(run, 6)]).toEqual([NaN, NaN, NaN, NaN, NaN]);
  });

  property([fc.array(fc.integer({ min: 500, max: 1500 }), { minLength: 2, maxLength: 40 })])(
    "with a window of all sessions ends with the metric of the run",
    (equity) => {
      const whole = performanceOf(equity);
      expect(rollingSharpe(whole, equity.length).at(-1)).toBe(whole.value(sharpe));
      expect(rollingVolatility(whole, equity.length).at(-1)).toBe(whole.value(volatility));
    },
  );
});

test("rolling and rollingPair apply any function to the windows of one or two columns", () => {
  expect([...rolling(Float64Array.of(1, 2, 6), 2, (window) => Math.max(...window))]).toEqual([NaN, 2, 6]);
  expect([...rollingPair(Float64Array.of(1, 2), Float64Array.of(4, 0), 1, (a, b) => a[0]! / b[0]!)]).toEqual([
    0.25,
    NaN,
  ]);
});
