import { array, assert, double, integer, property } from "fast-check";
import { expect, test } from "vitest";
import { backtest, defineStrategy } from "hindcast";
import { bestMfeMoney, worstMaeMoney } from "../../src/metrics/excursions.ts";
import { finalEquity, peakEquity } from "../../src/metrics/returns.ts";
import { barsOf, marketOfBars } from "../report/fixture.ts";
import { performanceOf } from "./performance-of.ts";

/** A price of 33.37 that goes to 30.06. */
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

test("equity of a run is the amount that would be booked, without the digits of a binary sum", () => {
  // 899.89 in cash and 3 × 30.06; added in binary it is 990.0699999999999.
  const { summary, equity } = backtest(holds, data, { cash: 1000 });
  expect(summary["final-equity"]).toBe(990.07);
  expect(summary["peak-equity"]).toBe(1000);
  expect(equity.equity.at(-1)).toBe(990.0699999999999);
});

test("where money is not rounded equity stays what it is", () => {
  const { summary } = backtest(holds, data, { cash: 1000 / 3, moneyRounding: "none" });
  expect(summary["final-equity"]).toBe(1000 / 3 - 3 * 33.37 + 3 * 30.06);
});

test("no decimals, no records: amounts stay as they are", () => {
  expect(finalEquity.compute(performanceOf([10.005], {}))).toBe(10.005);
  expect(finalEquity.compute(performanceOf([], { moneyDecimals: 2 }))).toBeNaN();
  expect(peakEquity.compute(performanceOf([1200.125, 1], { moneyDecimals: 2 }))).toBe(1200.13);
});

test("the worst and the best result of a trade while open are amounts that would be booked", () => {
  // 3 × 33.37 = 100.11; at 29 it is 13.11 less, and as much more at 37.74.
  const run = (last: number, moneyRounding: "currency" | "none") => {
    const prices = marketOfBars({ X: barsOf([33.37, 33.37, last].map((price) => [price, price, price, price])) });
    return backtest(holds, prices, { cash: 1000, atEnd: "finalize", moneyRounding }).performance;
  };
  expect(run(29, "currency").value(worstMaeMoney)).toBe(-13.11);
  expect(run(29, "none").value(worstMaeMoney)).toBe(-13.10999999999999);
  expect(run(37.74, "currency").value(bestMfeMoney)).toBe(13.11);
});

test("final equity is never above the peak, and has no more decimals than money", () => {
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
