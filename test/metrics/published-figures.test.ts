import { describe, expect, test } from "vitest";
import { annualReturn } from "../../src/metrics/returns.ts";
import { calmar, sharpe, sortino } from "../../src/metrics/ratios.ts";
import { downsideDeviation, volatility } from "../../src/metrics/risk.ts";
import { maxDrawdown } from "../../src/metrics/drawdowns.ts";
import { summarize } from "../../src/metrics/summary.ts";
import { performanceOf } from "./performance-of.ts";

function expectClose(value: number | undefined, published: number): void {
  expect(Math.abs(value! - published)).toBeLessThanOrEqual(1e-12 * Math.max(1, Math.abs(published)));
}

describe("for the daily returns of empyrical's tests", () => {
  // These returns follow a missing one, which counts as a session only in the annual return and in the Calmar ratio.
  const returns = Float64Array.of(0.01, 0.1, -0.04, 0.02, 0.03, 0.02, 0.01, -0.1);
  const equity = returns.map((_, i) => returns.slice(0, i + 1).reduce((value, r) => value * (1 + r), 1));
  const total = equity.at(-1)! - 1;

  test("the annual return equals that of empyrical", () =>
    expectClose(annualReturn(total, 9, 252), 1.9135925373194231));
  test("the volatility equals that of empyrical", () => expectClose(volatility(returns, 252), 0.9136465399704637));
  test("the Sharpe ratio equals that of empyrical", () => expectClose(sharpe(returns, 0, 252), 1.7238613961706866));
  test("the Sortino ratio equals that of empyrical", () => expectClose(sortino(returns, 0, 252), 2.605531251673693));
  test("the downside deviation equals that of empyrical", () =>
    expectClose(downsideDeviation(returns, 0, 252), 0.604483250388296));
  test("the maximum drawdown equals that of empyrical", () => expectClose(maxDrawdown(equity, 1), -0.1));
  test("the Calmar ratio equals that of empyrical if the annual return counts sessions", () =>
    expectClose(calmar(annualReturn(total, 9, 252), maxDrawdown(equity, 1)), 19.135925373194233));

  test("a run with an unchanged first session has the annual return and drawdown of empyrical", () => {
    const summary = summarize(performanceOf([1, ...equity], { startEquity: 1 }));
    expectClose(summary["annual-return"], 1.9135925373194231);
    expectClose(summary["max-drawdown"], -0.1);
  });
});

describe("for the prices of vectorbt's tests", () => {
  test.each([
    { prices: [1, 2, 3, 4, 5], sharpe: 29.052280196490333, volatility: 6.417884083645567, drawdown: 0 },
    { prices: [5, 4, 3, 2, 1], sharpe: -48.06592068111974, volatility: 2.5122615973129334, drawdown: -0.8 },
    {
      prices: [1, 2, 3, 2, 1],
      sharpe: 4.232900240313306,
      volatility: 13.509256086106296,
      drawdown: -0.6666666666666667,
    },
  ])(
    "Sharpe ratio, volatility and drawdown equal those of vectorbt: $prices",
    ({ prices, sharpe, volatility: deviation, drawdown }) => {
      const [startEquity, ...equity] = prices;
      const summary = summarize(
        performanceOf(equity, { startEquity: startEquity!, periodsPerYear: 365, riskFreeRate: 3.65 }),
      );
      expectClose(summary["sharpe"], sharpe);
      expectClose(summary["volatility"], deviation);
      expectClose(summary["max-drawdown"], drawdown);
    },
  );
});
