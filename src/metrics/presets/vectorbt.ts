import * as metrics from "../all.ts";

import { comoments } from "../statistics.ts";

import type { Performance } from "../performance.ts";
import { definePreset, overrideMetric } from "./override.ts";
import {
  annualCapture,
  annualized,
  compoundedAlpha,
  deepestFall,
  omegaOf,
  recordBasis,
  sampleShape,
  sharpeOf,
  type Basis,
} from "./returns.ts";

const YEAR_MS = 365 * 86_400_000;

const basis = (run: Performance): Basis => recordBasis(run, YEAR_MS / run.intervalMs);

const annualReturn = (run: Performance): number => {
  const { returns, periodsPerYear } = basis(run);
  return annualized(returns, periodsPerYear);
};

/** The statistics of vectorbt's portfolios and returns. */
export const vectorbt = definePreset(
  "vectorbt. Returns are per bar. The account's first return starts from the starting cash; the benchmark's first return is 0. r and b are the returns of account and benchmark. Bars per year: 365 days / length of a bar. m is the minimum return. The risk-free return of a bar is the annual rate / bars per year. Sample deviation.",
  [
    overrideMetric(metrics.annualReturn, "product(1 + r)^(bars per year / n) - 1", annualReturn),
    overrideMetric(metrics.volatility, "deviation(r) * sqrt(bars per year)", (run) => {
      const { returns, periodsPerYear } = basis(run);
      return metrics.volatility(returns, periodsPerYear);
    }),
    overrideMetric(metrics.downsideDeviation, "sqrt(mean(min(r - m, 0)^2)) * sqrt(bars per year)", (run) => {
      const { returns, periodsPerYear } = basis(run);
      return metrics.downsideDeviation(returns, run.minimumReturn, periodsPerYear);
    }),
    overrideMetric(metrics.sharpe, "mean(r - f) / deviation(r) * sqrt(bars per year)", (run) => sharpeOf(basis(run))),
    overrideMetric(
      metrics.sortino,
      "mean(r - m) * bars per year / (sqrt(mean(min(r - m, 0)^2)) * sqrt(bars per year))",
      (run) => {
        const { returns, periodsPerYear } = basis(run);
        return metrics.sortino(returns, run.minimumReturn, periodsPerYear);
      },
    ),
    overrideMetric(metrics.maxDrawdown, "min(equity / peak - 1), with the first bar as the first peak", ({ equity }) =>
      deepestFall(equity),
    ),
    overrideMetric(
      metrics.calmar,
      "annual return / |max drawdown|",
      (run) => annualReturn(run) / -deepestFall(run.equity),
    ),
    overrideMetric(metrics.omega, "sum of positive (r - f - m) / |sum of negative (r - f - m)|", (run) =>
      omegaOf(basis(run), run.minimumReturn),
    ),
    overrideMetric(metrics.valueAtRisk, "5th percentile of r", (run) => metrics.valueAtRisk(basis(run).returns)),
    overrideMetric(metrics.conditionalValueAtRisk, "mean of the worst floor((n - 1) / 20) + 1 returns", (run) =>
      metrics.conditionalValueAtRisk(basis(run).returns),
    ),
    overrideMetric(metrics.tailRatio, "|95th percentile of r| / |5th percentile of r|", (run) =>
      metrics.tailRatio(basis(run).returns),
    ),
    overrideMetric(
      metrics.skewness,
      "skewness of r, corrected for the size of the sample",
      (run) => sampleShape(basis(run).returns).skewness,
    ),
    overrideMetric(
      metrics.kurtosis,
      "excess kurtosis of r, corrected for the size of the sample",
      (run) => sampleShape(basis(run).returns).kurtosis,
    ),
    overrideMetric(metrics.beta, "covariance(r, b) / variance(b)", (run) => {
      const { returns, benchmark } = basis(run);
      return comoments(returns, benchmark).beta;
    }),
    overrideMetric(metrics.alpha, "(1 + mean((r - f) - beta * (b - f)))^(bars per year) - 1", (run) =>
      compoundedAlpha(basis(run)),
    ),
    overrideMetric(metrics.informationRatio, "mean(r - b) / deviation(r - b), not annualized", (run) => {
      const { returns, benchmark } = basis(run);
      const { activeMean, activeDeviation } = comoments(returns, benchmark);
      return activeMean / activeDeviation;
    }),
    overrideMetric(
      metrics.upCapture,
      "annual return of the account / annual return of the benchmark, over bars in which the benchmark rose",
      (run) => annualCapture(basis(run), 1),
    ),
    overrideMetric(
      metrics.downCapture,
      "annual return of the account / annual return of the benchmark, over bars in which the benchmark fell",
      (run) => annualCapture(basis(run), -1),
    ),
  ],
  [metrics.totalReturn, metrics.trades, metrics.winRate, metrics.profitFactor, metrics.expectancy, metrics.sqn],
);
