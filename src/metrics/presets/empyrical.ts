import type { Column } from "../../primitives/column.ts";
import * as metrics from "../all.ts";

import { comoments } from "../statistics.ts";

import type { Metric } from "../define.ts";

import type { Performance } from "../performance.ts";
import { type MetricPreset, definePreset, overrideMetric } from "./override.ts";
import {
  annualCapture,
  annualized,
  compoundedReturn,
  compoundedAlpha,
  deepestFall,
  omegaOf,
  sessionBasis,
  sessionEquity,
  sharpeOf,
  type Basis,
} from "./returns.ts";

/** By days, 252 a year also where weekends trade; longer bars as many as a year has. */
export const dailyBasis = (run: Performance): Basis => sessionBasis(run, Math.min(run.periodsPerYear, 252));

/** Daily equity with the starting cash before it. */
function equityFromStart(run: Performance): Column {
  return Float64Array.of(run.startEquity, ...sessionEquity(run));
}

const maxDrawdownOf = (run: Performance): number => (run.sessions.length > 0 ? deepestFall(equityFromStart(run)) : NaN);

const annualReturn = (run: Performance): number => {
  const { returns, periodsPerYear } = dailyBasis(run);
  return annualized(returns, periodsPerYear);
};

/** What empyrical, quantstats and zipline have in common. */
export const DAILY_RULES: readonly Metric[] = [
  overrideMetric(metrics.totalReturn, "product(1 + r) - 1", (run) =>
    run.returns.length > 0 ? compoundedReturn(run.returns) : NaN,
  ),
  overrideMetric(metrics.annualReturn, "product(1 + r)^(A / n) - 1", annualReturn),
  overrideMetric(metrics.cagr, "product(1 + r)^(A / n) - 1", annualReturn),
  overrideMetric(metrics.volatility, "deviation(r) * sqrt(A)", (run) =>
    metrics.volatility(run.returns, dailyBasis(run).periodsPerYear),
  ),
  overrideMetric(metrics.downsideDeviation, "sqrt(mean(min(r - m, 0)^2)) * sqrt(A)", (run) =>
    metrics.downsideDeviation(run.returns, run.minimumReturn, dailyBasis(run).periodsPerYear),
  ),
  overrideMetric(metrics.sharpe, "mean(r - f) / deviation(r) * sqrt(A)", (run) => sharpeOf(dailyBasis(run))),
  overrideMetric(metrics.sortino, "mean(r - m) * A / (sqrt(mean(min(r - m, 0)^2)) * sqrt(A))", (run) =>
    metrics.sortino(run.returns, run.minimumReturn, dailyBasis(run).periodsPerYear),
  ),
  overrideMetric(
    metrics.maxDrawdown,
    "min(equity / peak - 1) over closes of days, from the starting cash on",
    maxDrawdownOf,
  ),
  overrideMetric(metrics.calmar, "annual return / |max drawdown|", (run) => annualReturn(run) / -maxDrawdownOf(run)),
];

/** Empyrical counts the columns of returns that it is given: the first return of the benchmark too. */
const basisOf = (run: Performance): Basis => ({ ...dailyBasis(run), benchmark: run.benchmarkReturns });

/** The statistics of empyrical for an engine, with the convention that it states. */
function statistics(convention: string): MetricPreset {
  return definePreset(
    convention,
    [
      ...DAILY_RULES,
      overrideMetric(metrics.omega, "sum of r - f - m above 0 / |sum of r - f - m below 0|", (run) =>
        omegaOf(basisOf(run), run.minimumReturn),
      ),
      overrideMetric(metrics.beta, "covariance(r, b) / variance(b)", (run) => {
        const { returns, benchmark } = basisOf(run);
        return comoments(returns, benchmark).beta;
      }),
      overrideMetric(metrics.alpha, "(1 + mean((r - f) - beta * (b - f)))^A - 1", (run) =>
        compoundedAlpha(basisOf(run)),
      ),
      overrideMetric(metrics.informationRatio, "mean(r - b) / deviation(r - b), not annual", (run) => {
        const { returns, benchmark } = basisOf(run);
        const { activeMean, activeDeviation } = comoments(returns, benchmark);
        return activeMean / activeDeviation;
      }),
      overrideMetric(metrics.upCapture, "annual return / that of the benchmark, of the days on which it rose", (run) =>
        annualCapture(basisOf(run), 1),
      ),
      overrideMetric(
        metrics.downCapture,
        "annual return / that of the benchmark, of the days on which it fell",
        (run) => annualCapture(basisOf(run), -1),
      ),
    ],
    [metrics.valueAtRisk, metrics.conditionalValueAtRisk, metrics.tailRatio, metrics.stability],
  );
}

const CONVENTION =
  "Returns by day, the first over the starting cash, that of buy and hold from its first open to its first close; A is 252, also where weekends trade; m is the minimum return; the risk-free return is the annual rate over A; sample deviation.";

/** The statistics of empyrical. */
export const empyrical = statistics(`empyrical. ${CONVENTION}`);

/** Those of zipline, by empyrical: on its first day a benchmark that begins with the run goes from its open to its close. */
export const zipline = statistics(`zipline, by empyrical. ${CONVENTION}`);
