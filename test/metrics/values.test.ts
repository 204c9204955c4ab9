import { describe, expect, test } from "vitest";
import { metrics } from "../../src/metrics/catalog.ts";
import { DAY, performanceOf, tradesOf } from "./performance-of.ts";

/*
 * Expected values were worked out by hand. Initial cash is 1,000, and a year has five sessions of 73.05 days. Returns are 0.1, -0.1, 0,
 * 0.2 and -0.05 with a mean of 0.03. Their squared differences sum to 0.058, and their squared shortfalls to 0.0125.
 */
const SESSION = 73.05 * DAY;
const HOUR = 3_600_000;
const run = performanceOf([1100, 990, 990, 1188, 1128.6], {
  time: Float64Array.of(1, 2, 3, 4, 5).map((k) => k * SESSION),
  buyAndHold: Float64Array.of(1050, 1000, 900, 1100, 1200),
  recordsInMarket: 3,
  commissionPaid: 9,
  slippagePaid: 6,
  tradedValue: 4317.28,
  // The benchmark returns 0.05, -0.05, 0, 0.1 and -0.05. Its squared differences from the mean sum to 0.017, and their products with
  // the account's differences to 0.031.
  benchmark: Float64Array.of(1050, 997.5, 997.5, 1097.25, 1042.3875),
  positionValues: { long: Float64Array.of(550, 495, 495, 594, 564.3), short: Float64Array.of(110, 99, 0, 0, 0) },
  trials: { count: 4, variance: 0.04 },
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
  "conditional-value-at-risk": -0.1,
  "value-at-risk": -0.09,
  "tail-ratio": 2,
  // The differences of the returns from their mean have third powers that sum to 0.00252, and fourth powers that sum to 0.0011866.
  skewness: 0.000504 / 0.0116 ** 1.5,
  kurtosis: (5 * 0.0011866) / 0.058 ** 2,
  "ulcer-index": Math.sqrt(0.0045),
  "ulcer-performance-index": 0.1236 / Math.sqrt(0.0045),
  "recovery-factor": 1.286,
  omega: 2,
  // The values of stability and the two Sharpe probabilities are from Python's math and statistics.NormalDist.
  stability: 0.20643621165809442,
  "probabilistic-sharpe": 0.6928119763519939,
  "deflated-sharpe": 0.5253612923921528,
  "gross-exposure": 0.54,
  "net-exposure": 0.46,
  beta: 31 / 17,
  alpha: (0.029 - (31 / 17) * 0.009) * 5,
  treynor: (0.145 * 17) / 31,
  "tracking-error": Math.sqrt(0.00325 * 5),
  "information-ratio": 0.02 * Math.sqrt(5 / 0.00325),
  "up-capture": (Math.sqrt(1.32) - 1) / (Math.sqrt(1.155) - 1),
  "down-capture": (1 - Math.sqrt(0.855)) / 0.05,
  "slippage-paid": 6,
  turnover: 2,
  "cost-share": 15 / 143.6,
  kelly: 0.25,
  "longest-winning-streak": 1,
  "longest-losing-streak": 1,
  "average-mae": -0.025,
  "worst-mae": -0.04,
  "average-mfe": 0.03,
  "best-mfe": 0.06,
  "average-mae-money": -25,
  "worst-mae-money": -40,
  "average-mfe-money": 30,
  "best-mfe-money": 60,
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

describe("metric values worked out by hand", () => {
  test.each(Object.entries(metrics))("equal the result of metric %s", (_, metric) => {
    const expected = EXPECTED[metric.name];
    expect(expected, `EXPECTED must hold the value of ${metric.name}, worked by hand`).toBeDefined();
    expect(Math.abs(metric.compute(run) - expected!)).toBeLessThanOrEqual(1e-12 * Math.max(1, Math.abs(expected!)));
  });
});

const value = (name: string, equity: readonly number[], pnl: readonly number[] = []) =>
  metrics[name]!.compute(performanceOf(equity, { trades: tradesOf(pnl) }));

describe("metrics in special cases", () => {
  test("for constant equity, Sharpe and Sortino ratios are missing, neither 0 nor infinite", () => {
    for (const name of ["sharpe", "sortino"]) expect(value(name, [1000, 1000, 1000])).toBeNaN();
    expect(value("volatility", [1000, 1000, 1000])).toBe(0);
    expect(value("downside-deviation", [1000, 1000, 1000])).toBe(0);
  });

  test("for returns that differ only by rounding, the deviation is 0", () => {
    const steady = Array.from({ length: 500 }, (_, i) => 1000 * 1.01 ** (i + 1));
    expect(value("volatility", steady)).toBe(0);
    expect(value("sharpe", steady)).toBeNaN();
    expect(value("sqn", steady, [0.1 + 0.2, 0.3, 0.3])).toBeNaN();
  });

  test("for equity that differs from the initial cash only by rounding, the return is 0", () => {
    for (const name of ["total-return", "cagr", "annual-return"])
      expect(value(name, [1100, 999.9999999999999])).toBe(0);
  });

  test("for a single session, the total return exists, and volatility is missing", () => {
    expect(value("total-return", [1100])).toBe(0.1);
    for (const name of ["volatility", "sharpe", "sortino"]) expect(value(name, [1100])).toBeNaN();
  });

  test("for an account that only rises, the drawdown is 0 and the Calmar ratio is missing", () => {
    expect(value("max-drawdown", [1100, 1200])).toBe(0);
    expect(value("longest-drawdown", [1100, 1200])).toBe(0);
    for (const name of ["average-drawdown", "average-drawdown-duration", "calmar"])
      expect(value(name, [1100, 1200])).toBeNaN();
  });

  test("for an account that only falls, the drawdown starts with the first record", () => {
    expect(value("max-drawdown", [900, 800])).toBe(-0.2);
    expect(value("longest-drawdown", [900, 800])).toBe(2 * DAY);
    expect(value("peak-equity", [900, 800])).toBe(1000);
  });

  test("for an account that lost everything, the annual return is -1 and volatility is missing", () => {
    for (const name of ["total-return", "cagr", "annual-return", "max-drawdown", "calmar"])
      expect(value(name, [500, 0, 0])).toBe(-1);
    for (const name of ["sharpe", "sortino", "volatility"]) expect(value(name, [500, 0, 0])).toBeNaN();
    expect(value("best-session", [500, 0, 0])).toBe(-0.5);
  });

  test("for negative equity, the total return exists and the annual return is missing", () => {
    expect(value("total-return", [500, -200])).toBe(-1.2);
    for (const name of ["cagr", "annual-return", "calmar"]) expect(value(name, [500, -200])).toBeNaN();
  });

  test("for infinite growth, the annual return is missing", () => {
    expect(value("annual-return", [1e9])).toBeNaN();
  });

  test("the profit factor is missing for winning trades only, and 0 for losing trades only", () => {
    expect(value("profit-factor", [], [10, 20])).toBeNaN();
    expect(value("payoff-ratio", [], [10, 20])).toBeNaN();
    expect(value("win-rate", [], [10, 20])).toBe(1);
    expect(value("profit-factor", [], [-10, -20])).toBe(0);
    expect(value("payoff-ratio", [], [-10, -20])).toBeNaN();
    expect(value("win-rate", [], [-10, -20])).toBe(0);
  });

  test("metrics are missing if they need varied returns, a moving benchmark or trials, and a run has none", () => {
    const flat = [1000, 1000, 1000];
    for (const name of ["skewness", "kurtosis", "tail-ratio", "omega", "stability", "beta", "alpha", "treynor"])
      expect(value(name, flat)).toBeNaN();
    for (const name of ["information-ratio", "up-capture", "down-capture", "ulcer-performance-index"])
      expect(value(name, flat)).toBeNaN();
    for (const name of ["tracking-error", "ulcer-index", "value-at-risk"]) expect(value(name, flat)).toBe(0);
    expect(value("deflated-sharpe", [1010, 990, 1020])).toBeNaN();
    expect(value("probabilistic-sharpe", [1010, 990, 1020])).toBeGreaterThan(0.5);
  });

  test("for an account that equals its benchmark, beta is 1 and alpha 0", () => {
    const own = [1010, 990, 1020, 1015];
    expect(value("beta", own)).toBe(1);
    expect(value("up-capture", own)).toBe(1);
    expect(value("down-capture", own)).toBe(1);
    expect(Math.abs(value("alpha", own))).toBeLessThan(1e-12);
    expect(value("information-ratio", own)).toBeNaN();
  });

  test("for costs without a gain before costs, the cost share is missing", () => {
    const costs = { commissionPaid: 5, slippagePaid: 5 };
    expect(metrics["cost-share"]!.compute(performanceOf([990], costs))).toBeNaN();
    expect(metrics["cost-share"]!.compute(performanceOf([995], costs))).toBe(2);
    // In doubles, 999.7 plus a commission of 0.3 exceeds 1000 slightly, which must not count as a gain.
    expect(999.7 - 1000 + 0.3).toBeGreaterThan(0);
    expect(metrics["cost-share"]!.compute(performanceOf([999.7], { commissionPaid: 0.3 }))).toBeNaN();
  });

  test("a trade with profit 0 ends a streak, and the longest streak is 0 if there is none", () => {
    expect(value("longest-winning-streak", [], [1, 2, 0, 3, -1])).toBe(2);
    expect(value("longest-losing-streak", [], [-1, 2, -1, -1, -1])).toBe(3);
    expect(value("longest-losing-streak", [], [1, 0])).toBe(0);
    expect(value("kelly", [], [1, 2])).toBeNaN();
  });

  test("for a run without records, all metrics are missing except the number and costs of trades", () => {
    const missing = Object.values(metrics).filter((metric) => !Number.isNaN(metric.compute(performanceOf([]))));
    expect(missing.map((metric) => metric.name)).toEqual(["trades", "commission-paid", "slippage-paid"]);
  });
});
