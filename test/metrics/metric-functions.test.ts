import { expect, test } from "vitest";
import { defineMetric, drawdownColumn, metrics, rolling, sessionReturns, tradeStreaks } from "hindcast/metrics";
import { metrics as byName, metricTables } from "../../src/metrics/catalog.ts";
import { performanceOf, tradesOf } from "./performance-of.ts";

const run = performanceOf([1100, 990, 990, 1188, 1128.6], {
  benchmark: Float64Array.of(1050, 997.5, 997.5, 1097.25, 1042.3875),
  trades: tradesOf([50, -20, 30, 0]),
  periodsPerYear: 5,
});
const { returns, benchmarkReturns, equity, trades } = run;

test.each(
  (
    [
      [metrics.sharpe, metrics.sharpe(returns, 0, 5)],
      [metrics.beta, metrics.beta(returns, benchmarkReturns)],
      [metrics.upCapture, metrics.upCapture(returns, benchmarkReturns)],
      [metrics.downCapture, metrics.downCapture(returns, benchmarkReturns)],
      [metrics.informationRatio, metrics.informationRatio(returns, benchmarkReturns, 5)],
      [metrics.trackingError, metrics.trackingError(returns, benchmarkReturns, 5)],
      [metrics.skewness, metrics.skewness(returns)],
      [metrics.kurtosis, metrics.kurtosis(returns)],
      [metrics.bestSession, metrics.bestSession(returns)],
      [metrics.worstSession, metrics.worstSession(returns)],
      [metrics.maxDrawdown, metrics.maxDrawdown(equity, 1000)],
      [metrics.bestTrade, metrics.bestTrade(trades.return)],
      [metrics.worstTrade, metrics.worstTrade(trades.return)],
      [metrics.longestWinningStreak, metrics.longestWinningStreak(trades.pnl)],
      [metrics.longestLosingStreak, metrics.longestLosingStreak(trades.pnl)],
    ] as const
  ).map(([metric, called]) => [metric.name, metric, called] as const),
)("metric function %s returns the same value for the columns of a run as for the run", (_, metric, called) => {
  expect(called).toBe(run.value(metric));
});

test("metric functions accept arrays of numbers as columns", () => {
  expect(metrics.sharpe([...returns], 0, 5)).toBe(metrics.sharpe(returns, 0, 5));
  expect(metrics.ulcerIndex([...equity], [0, 1, 2], 1000)).toBe(
    metrics.ulcerIndex(equity, Int32Array.of(0, 1, 2), 1000),
  );
  expect(drawdownColumn([110, 99, 120], 100)).toEqual(drawdownColumn(Float64Array.of(110, 99, 120), 100));
  expect([...rolling([1, 2, 6], 2, (window) => Math.max(...window))]).toEqual([NaN, 2, 6]);
  expect([...sessionReturns([100, 105, 110], [0, 2], 100)]).toEqual([0, 0.1]);
  expect(tradeStreaks([5, 3, -2]).map((streak) => streak.trades)).toEqual([2, 1]);
});

test("metric functions throw for an array with a value that is not a number, and state the index of the value", () => {
  expect(() => metrics.sharpe([0.1, "n/a" as never], 0, 252)).toThrow(
    'argument 1 of sharpe[1] must be a number, was "n/a"',
  );
  expect(() => drawdownColumn([1, null as never], 1)).toThrow("equity[1] must be a number, was null");
  expect(() => drawdownColumn(5 as never, 1)).toThrow("equity must be a column, was 5");
});

test("a metric converted to JSON has the fields of its definition", () => {
  expect(JSON.parse(JSON.stringify(metrics.sharpe))).toMatchObject({ name: "sharpe", kind: "number", inSummary: true });
});

test.each([...Object.entries(byName), ...Object.entries(metricTables)])(
  "metric function %s can be called with the result of a run",
  (_, metric) => {
    expect(metric({ performance: run })).toEqual(metric.compute(run));
  },
);

test("a metric that needs the result of a run throws for any other argument", () => {
  const message = /^argument 1 of average-mae must be the result of a run, was /;
  for (const given of [[returns], [[0.1, 0.2]], [undefined], []] as never[][])
    expect(() => metrics.averageMae(...(given as never as [never]))).toThrow(
      expect.objectContaining({ code: "PARAMETER_OUT_OF_RANGE", message: expect.stringMatching(message) }),
    );
});

test("a metric made from another metric's definition keeps its title, but can be called only with a run", () => {
  const other = defineMetric({ ...metrics.sharpe, formula: "7", compute: () => 7 });
  expect({ ...other }).toMatchObject({ name: "sharpe", title: "Sharpe ratio", formula: "7" });
  expect(other({ performance: run })).toBe(7);
  expect(() => other(returns as never)).toThrow("argument 1 of sharpe must be the result of a run");
  expect(metrics.sharpe.name).toBe("sharpe");
});
