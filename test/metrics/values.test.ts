import { describe, expect, test } from "vitest";
import { metrics } from "../../src/metrics/catalog.ts";
import { DAY, performanceOf, tradesOf } from "./performance-of.ts";

/*
 * Worked by hand. Cash 1,000; five sessions that last a year of 365.25 days together, five of them a year; risk-free 0.005 a
 * year, so 0.001 a session. Returns 0.1, -0.1, 0, 0.2, -0.05: mean 0.03, squared differences 0.058, squared shortfalls 0.0125.
 * Peaks 1,100 (back after three sessions) and 1,188 (never again). Four trades of 1,000 each, of 1, 2, 3 and 4 hours.
 */
const SESSION = 73.05 * DAY;
const HOUR = 3_600_000;
const run = performanceOf([1100, 990, 990, 1188, 1128.6], {
  time: Float64Array.of(1, 2, 3, 4, 5).map((k) => k * SESSION),
  buyAndHold: Float64Array.of(1050, 1000, 900, 1100, 1200),
  recordsInMarket: 3,
  commissionPaid: 9,
  trades: tradesOf([50, -20, 30, 0]),
  periodsPerYear: 5,
  riskFreeRate: 0.005,
});

const EXPECTED: Readonly<Record<string, number>> = {
  "annual-return": 0.1286,
  "best-session": 0.2,
  "buy-and-hold-return": 0.2,
  cagr: 0.1286,
  "final-equity": 1128.6,
  "peak-equity": 1188,
  "total-return": 0.1286,
  "worst-session": -0.1,
  "average-drawdown": -0.075,
  "average-drawdown-duration": 2 * SESSION,
  "downside-deviation": 0.05 * Math.sqrt(5),
  exposure: 0.6,
  "longest-drawdown": 3 * SESSION,
  "max-drawdown": -0.1,
  volatility: Math.sqrt(0.0145 * 5),
  calmar: 1.286,
  sharpe: (0.029 / Math.sqrt(0.0145)) * Math.sqrt(5),
  sortino: 0.6 * Math.sqrt(5),
  "average-trade": 0.015,
  "average-trade-duration": 2.5 * HOUR,
  "best-trade": 0.05,
  "commission-paid": 9,
  expectancy: 15,
  "longest-trade": 4 * HOUR,
  "payoff-ratio": 2,
  "profit-factor": 4,
  sqn: 30 / Math.sqrt(2900 / 3),
  trades: 4,
  "win-rate": 0.5,
  "worst-trade": -0.02,
};

describe("values worked by hand", () => {
  test.each(Object.values(metrics))("$name", (metric) => {
    const expected = EXPECTED[metric.name];
    expect(expected).toBeDefined();
    expect(Math.abs(metric.compute(run) - expected!)).toBeLessThanOrEqual(1e-12 * Math.max(1, Math.abs(expected!)));
  });
});

const value = (name: string, equity: readonly number[], pnl: readonly number[] = []) =>
  metrics[name]!.compute(performanceOf(equity, { trades: tradesOf(pnl) }));

describe("what is missing, and what is zero", () => {
  test("no deviation is no ratio, neither 0 nor infinite", () => {
    for (const name of ["sharpe", "sortino"]) expect(value(name, [1000, 1000, 1000])).toBeNaN();
    expect(value("volatility", [1000, 1000, 1000])).toBe(0);
    expect(value("downside-deviation", [1000, 1000, 1000])).toBe(0);
  });

  test("equal steps that differ by rounding alone count as equal", () => {
    const steady = Array.from({ length: 500 }, (_, i) => 1000 * 1.01 ** (i + 1));
    expect(value("volatility", steady)).toBe(0);
    expect(value("sharpe", steady)).toBeNaN();
    expect(value("sqn", steady, [0.1 + 0.2, 0.3, 0.3])).toBeNaN();
  });

  test("one session has a return and no deviation", () => {
    expect(value("total-return", [1100])).toBe(0.1);
    for (const name of ["volatility", "sharpe", "sortino"]) expect(value(name, [1100])).toBeNaN();
  });

  test("an account that only rises has no drawdown, and so no Calmar", () => {
    expect(value("max-drawdown", [1100, 1200])).toBe(0);
    expect(value("longest-drawdown", [1100, 1200])).toBe(0);
    for (const name of ["average-drawdown", "average-drawdown-duration", "calmar"])
      expect(value(name, [1100, 1200])).toBeNaN();
  });

  test("an account that only falls is below its starting cash from the first record", () => {
    expect(value("max-drawdown", [900, 800])).toBe(-0.2);
    expect(value("longest-drawdown", [900, 800])).toBe(2 * DAY);
    expect(value("peak-equity", [900, 800])).toBe(1000);
  });

  test("an account that lost everything grew by -1 and has no deviation of returns afterwards", () => {
    for (const name of ["total-return", "cagr", "annual-return", "max-drawdown", "calmar"])
      expect(value(name, [500, 0, 0])).toBe(-1);
    for (const name of ["sharpe", "sortino", "volatility"]) expect(value(name, [500, 0, 0])).toBeNaN();
    expect(value("best-session", [500, 0, 0])).toBe(-0.5);
  });

  test("an account below zero has a return and no growth rate", () => {
    expect(value("total-return", [500, -200])).toBe(-1.2);
    for (const name of ["cagr", "annual-return", "calmar"]) expect(value(name, [500, -200])).toBeNaN();
  });

  test("growth that no number can hold is missing", () => {
    expect(value("annual-return", [1e9])).toBeNaN();
  });

  test("trades that all won have no profit factor and no payoff; trades that all lost have a profit factor of 0", () => {
    expect(value("profit-factor", [], [10, 20])).toBeNaN();
    expect(value("payoff-ratio", [], [10, 20])).toBeNaN();
    expect(value("win-rate", [], [10, 20])).toBe(1);
    expect(value("profit-factor", [], [-10, -20])).toBe(0);
    expect(value("payoff-ratio", [], [-10, -20])).toBeNaN();
    expect(value("win-rate", [], [-10, -20])).toBe(0);
  });

  test("without records everything about equity is missing, and what was traded is nothing", () => {
    const missing = Object.values(metrics).filter((metric) => !Number.isNaN(metric.compute(performanceOf([]))));
    expect(missing.map((metric) => metric.name)).toEqual(["commission-paid", "trades"]);
  });
});
