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

/** Returns the returns of account and benchmark per session, with at most 252 sessions a year, even if weekends trade. */
export const dailyBasis = (run: Performance): Basis => sessionBasis(run, Math.min(run.periodsPerYear, 252));

/** Returns the starting cash followed by equity at each session close. */
function equityFromStart(run: Performance): Column {
  return Float64Array.of(run.startEquity, ...sessionEquity(run));
}

const maxDrawdownOf = (run: Performance): number => (run.sessions.length > 0 ? deepestFall(equityFromStart(run)) : NaN);

const annualReturn = (run: Performance): number => {
  const { returns, periodsPerYear } = dailyBasis(run);
  return annualized(returns, periodsPerYear);
};

/** Metrics that empyrical, quantstats and zipline compute in the same way. */
export const DAILY_RULES: readonly Metric[] = [
  overrideMetric(metrics.totalReturn, "product(1 + r) - 1", (run) =>
    run.returns.length > 0 ? compoundedReturn(run.returns) : NaN,
  ),
  overrideMetric(metrics.annualReturn, "product(1 + r)^(days per year / n) - 1", annualReturn),
  overrideMetric(metrics.cagr, "product(1 + r)^(days per year / n) - 1", annualReturn),
  overrideMetric(metrics.volatility, "deviation(r) * sqrt(days per year)", (run) =>
    metrics.volatility(run.returns, dailyBasis(run).periodsPerYear),
  ),
  overrideMetric(metrics.downsideDeviation, "sqrt(mean(min(r - m, 0)^2)) * sqrt(days per year)", (run) =>
    metrics.downsideDeviation(run.returns, run.minimumReturn, dailyBasis(run).periodsPerYear),
  ),
  overrideMetric(metrics.sharpe, "mean(r - f) / deviation(r) * sqrt(days per year)", (run) =>
    sharpeOf(dailyBasis(run)),
  ),
  overrideMetric(
    metrics.sortino,
    "mean(r - m) * days per year / (sqrt(mean(min(r - m, 0)^2)) * sqrt(days per year))",
    (run) => metrics.sortino(run.returns, run.minimumReturn, dailyBasis(run).periodsPerYear),
  ),
  overrideMetric(
    metrics.maxDrawdown,
    "min(equity / peak - 1) over daily closes, with the starting cash as the first peak",
    maxDrawdownOf,
  ),
  overrideMetric(metrics.calmar, "annual return / |max drawdown|", (run) => annualReturn(run) / -maxDrawdownOf(run)),
];

/** Returns the returns of account and benchmark per session, including the first return of the benchmark, which empyrical counts. */
const basisOf = (run: Performance): Basis => ({ ...dailyBasis(run), benchmark: run.benchmarkReturns });

/** Creates the preset of an engine that uses empyrical. */
function statistics(convention: string): MetricPreset {
  return definePreset(
    convention,
    [
      ...DAILY_RULES,
      overrideMetric(metrics.omega, "sum of positive (r - f - m) / |sum of negative (r - f - m)|", (run) =>
        omegaOf(basisOf(run), run.minimumReturn),
      ),
      overrideMetric(metrics.beta, "covariance(r, b) / variance(b)", (run) => {
        const { returns, benchmark } = basisOf(run);
        return comoments(returns, benchmark).beta;
      }),
      overrideMetric(metrics.alpha, "(1 + mean((r - f) - beta * (b - f)))^(days per year) - 1", (run) =>
        compoundedAlpha(basisOf(run)),
      ),
      overrideMetric(metrics.informationRatio, "mean(r - b) / deviation(r - b), not annualized", (run) => {
        const { returns, benchmark } = basisOf(run);
        const { activeMean, activeDeviation } = comoments(returns, benchmark);
        return activeMean / activeDeviation;
      }),
      overrideMetric(
        metrics.upCapture,
        "annual return of the account / annual return of the benchmark, over days on which the benchmark rose",
        (run) => annualCapture(basisOf(run), 1),
      ),
      overrideMetric(
        metrics.downCapture,
        "annual return of the account / annual return of the benchmark, over days on which the benchmark fell",
        (run) => annualCapture(basisOf(run), -1),
      ),
    ],
    [metrics.valueAtRisk, metrics.conditionalValueAtRisk, metrics.tailRatio, metrics.stability],
  );
}

const CONVENTION =
  "Returns are per day. The account's first return starts from the starting cash; the first return of buy and hold is from the first open to the first close. r and b are the returns of account and benchmark. Days per year: 252, even if weekends trade. m is the minimum return. The risk-free return of a day is the annual rate / days per year. Sample deviation.";

/** The statistics of empyrical. */
export const empyrical = statistics(`empyrical. ${CONVENTION}`);

/** The statistics of zipline, which uses empyrical. On the first day, the return of the benchmark is from open to close. */
export const zipline = statistics(`zipline, which uses empyrical. ${CONVENTION}`);
