import { array, assert, double, integer, property } from "fast-check";
import { expect, test } from "vitest";
import { backtest, defineStrategy } from "hindcast";
import { bestMfeMoney, worstMaeMoney } from "../../src/metrics/excursions.ts";
import { finalEquity, peakEquity } from "../../src/metrics/returns.ts";
import { barsOf, marketOfBars } from "../report/fixture.ts";
import { performanceOf } from "./performance-of.ts";

/** Bars at a price of 33.37, which falls to 30.06 on the last bar. */
const data = marketOfBars({
  X: barsOf([
    [33.37, 33.37, 33.37, 33.37],
    [33.37, 33.37, 33.37, 33.37],
    [30.06, 30.06, 30.06, 30.06],
  ]),
});
const holds = defineStrategy({
  name: "holds",
  onBar: ({ bar, orders }) => {
    if (bar.index === 0) orders.buy({ quantity: 3 });
  },
});

test("final equity is rounded to cents, without binary noise", () => {
  // Equity is 899.89 in cash and 3 × 30.06. In doubles the sum is 990.0699999999999.
  const { summary, equity } = backtest(holds, data, { cash: 1000 });
  expect(summary["final-equity"]).toBe(990.07);
  expect(summary["peak-equity"]).toBe(1000);
  expect(equity.equity.at(-1)).toBe(990.0699999999999);
});

test("final equity is not rounded with `moneyRounding: none`", () => {
  const { summary } = backtest(holds, data, { cash: 1000 / 3, moneyRounding: "none" });
  expect(summary["final-equity"]).toBe(1000 / 3 - 3 * 33.37 + 3 * 30.06);
});

test("final equity is not rounded without moneyDecimals, and is missing for a run without records", () => {
  expect(finalEquity.compute(performanceOf([10.005], {}))).toBe(10.005);
  expect(finalEquity.compute(performanceOf([], { moneyDecimals: 2 }))).toBeNaN();
  expect(peakEquity.compute(performanceOf([1200.125, 1], { moneyDecimals: 2 }))).toBe(1200.13);
});

test("worst MAE and best MFE are rounded to cents unless moneyRounding is none", () => {
  // The position costs 3 × 33.37 = 100.11. Its value is 13.11 lower at a price of 29, and 13.11 higher at 37.74.
  const run = (last: number, moneyRounding: "currency" | "none") => {
    const prices = marketOfBars({ X: barsOf([33.37, 33.37, last].map((price) => [price, price, price, price])) });
    return backtest(holds, prices, { cash: 1000, atEnd: "finalize", moneyRounding }).performance;
  };
  expect(run(29, "currency").value(worstMaeMoney)).toBe(-13.11);
  expect(run(29, "none").value(worstMaeMoney)).toBe(-13.10999999999999);
  expect(run(37.74, "currency").value(bestMfeMoney)).toBe(13.11);
});

test("final equity is never above peak equity, and has at most moneyDecimals decimals", () => {
  const prices = array(double({ min: 0.0001, max: 1e9, noNaN: true }), { minLength: 1, maxLength: 8 });
  assert(
    property(prices, integer({ min: 0, max: 4 }), (equity, moneyDecimals) => {
      const performance = performanceOf(equity, { moneyDecimals });
      const final = finalEquity.compute(performance);
      expect(final).toBeLessThanOrEqual(peakEquity.compute(performance));
      expect((String(final).split(".")[1] ?? "").length).toBeLessThanOrEqual(moneyDecimals);
    }),
  );
});
