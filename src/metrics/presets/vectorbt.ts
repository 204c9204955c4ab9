import * as metrics from "../all.ts";

import { comoments } from "../statistics.ts";

import type { Performance } from "../performance.ts";
import { preset, rule } from "./override.ts";
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

const annual = (run: Performance): number => {
  const { returns, periodsPerYear } = basis(run);
  return annualized(returns, periodsPerYear);
};

/** The statistics of vectorbt's portfolios and returns. */
export const vectorbt = preset(
  "vectorbt: returns from bar to bar, the first over the starting cash, that of the benchmark 0; A is 365 days over the length of a bar; m is the minimum return; the risk-free return is the annual rate over A; sample deviation.",
  [
    rule(metrics.annualReturn, "product(1 + r)^(A / n) - 1", annual),
    rule(metrics.volatility, "deviation(r) * sqrt(A)", (run) => {
      const { returns, periodsPerYear } = basis(run);
      return metrics.volatility(returns, periodsPerYear);
    }),
    rule(metrics.downsideDeviation, "sqrt(mean(min(r - m, 0)^2)) * sqrt(A)", (run) => {
      const { returns, periodsPerYear } = basis(run);
      return metrics.downsideDeviation(returns, run.minimumReturn, periodsPerYear);
    }),
    rule(metrics.sharpe, "mean(r - f) / deviation(r) * sqrt(A)", (run) => sharpeOf(basis(run))),
    rule(metrics.sortino, "mean(r - m) * A / (sqrt(mean(min(r - m, 0)^2)) * sqrt(A))", (run) => {
      const { returns, periodsPerYear } = basis(run);
      return metrics.sortino(returns, run.minimumReturn, periodsPerYear);
    }),
    rule(metrics.maxDrawdown, "min(equity / peak - 1), the first bar being the first peak", ({ equity }) =>
      deepestFall(equity),
    ),
    rule(metrics.calmar, "annual return / |max drawdown|", (run) => annual(run) / -deepestFall(run.equity)),
    rule(metrics.omega, "sum of r - f - m above 0 / |sum of r - f - m below 0|", (run) =>
      omegaOf(basis(run), run.minimumReturn),
    ),
    rule(metrics.valueAtRisk, "5th percentile of r", (run) => metrics.valueAtRisk(basis(run).returns)),
    rule(metrics.conditionalValueAtRisk, "mean of the worst floor((n - 1) / 20) + 1 returns", (run) =>
      metrics.conditionalValueAtRisk(basis(run).returns),
    ),
    rule(metrics.tailRatio, "|95th percentile of r| / |5th percentile of r|", (run) =>
      metrics.tailRatio(basis(run).returns),
    ),
    rule(
      metrics.skewness,
      "skewness of r, corrected for the size of the sample",
      (run) => sampleShape(basis(run).returns).skewness,
    ),
    rule(
      metrics.kurtosis,
      "excess kurtosis of r, corrected for the size of the sample",
      (run) => sampleShape(basis(run).returns).kurtosis,
    ),
    rule(metrics.beta, "covariance(r, b) / variance(b)", (run) => {
      const { returns, benchmark } = basis(run);
      return comoments(returns, benchmark).beta;
    }),
    rule(metrics.alpha, "(1 + mean((r - f) - beta * (b - f)))^A - 1", (run) => compoundedAlpha(basis(run))),
    rule(metrics.informationRatio, "mean(r - b) / deviation(r - b), not annual", (run) => {
      const { returns, benchmark } = basis(run);
      const { activeMean, activeDeviation } = comoments(returns, benchmark);
      return activeMean / activeDeviation;
    }),
    rule(metrics.upCapture, "annual return / that of the benchmark, of the bars in which it rose", (run) =>
      annualCapture(basis(run), 1),
    ),
    rule(metrics.downCapture, "annual return / that of the benchmark, of the bars in which it fell", (run) =>
      annualCapture(basis(run), -1),
    ),
  ],
  [metrics.totalReturn, metrics.trades, metrics.winRate, metrics.profitFactor, metrics.expectancy, metrics.sqn],
);
