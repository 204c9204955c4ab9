import { alphaMetric, betaMetric, downCaptureMetric, informationRatioMetric, upCaptureMetric } from "../benchmark.ts";
import { annualReturnMetric, totalReturnMetric } from "../returns.ts";
import { calmarMetric, omegaMetric, sharpeMetric, sortinoMetric, sortinoRatio } from "../ratios.ts";
import { comoments } from "../statistics.ts";
import {
  conditionalValueAtRisk,
  conditionalValueAtRiskMetric,
  downsideDeviation,
  downsideDeviationMetric,
  kurtosisMetric,
  skewnessMetric,
  tailRatio,
  tailRatioMetric,
  valueAtRisk,
  valueAtRiskMetric,
  volatility,
  volatilityMetric,
} from "../risk.ts";
import { expectancyMetric, profitFactorMetric, sqnMetric, tradesMetric, winRateMetric } from "../trades.ts";
import { maxDrawdownMetric } from "../drawdowns.ts";
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
    rule(annualReturnMetric, "product(1 + r)^(A / n) - 1", annual),
    rule(volatilityMetric, "deviation(r) * sqrt(A)", (run) => {
      const { returns, periodsPerYear } = basis(run);
      return volatility(returns, periodsPerYear);
    }),
    rule(downsideDeviationMetric, "sqrt(mean(min(r - m, 0)^2)) * sqrt(A)", (run) => {
      const { returns, periodsPerYear } = basis(run);
      return downsideDeviation(returns, run.minimumReturn, periodsPerYear);
    }),
    rule(sharpeMetric, "mean(r - f) / deviation(r) * sqrt(A)", (run) => sharpeOf(basis(run))),
    rule(sortinoMetric, "mean(r - m) * A / (sqrt(mean(min(r - m, 0)^2)) * sqrt(A))", (run) => {
      const { returns, periodsPerYear } = basis(run);
      return sortinoRatio(returns, run.minimumReturn, periodsPerYear);
    }),
    rule(maxDrawdownMetric, "min(equity / peak - 1), the first bar being the first peak", ({ equity }) =>
      deepestFall(equity),
    ),
    rule(calmarMetric, "annual return / |max drawdown|", (run) => annual(run) / -deepestFall(run.equity)),
    rule(omegaMetric, "sum of r - f - m above 0 / |sum of r - f - m below 0|", (run) =>
      omegaOf(basis(run), run.minimumReturn),
    ),
    rule(valueAtRiskMetric, "5th percentile of r", (run) => valueAtRisk(basis(run).returns)),
    rule(conditionalValueAtRiskMetric, "mean of the worst floor((n - 1) / 20) + 1 returns", (run) =>
      conditionalValueAtRisk(basis(run).returns),
    ),
    rule(tailRatioMetric, "|95th percentile of r| / |5th percentile of r|", (run) => tailRatio(basis(run).returns)),
    rule(
      skewnessMetric,
      "skewness of r, corrected for the size of the sample",
      (run) => sampleShape(basis(run).returns).skewness,
    ),
    rule(
      kurtosisMetric,
      "excess kurtosis of r, corrected for the size of the sample",
      (run) => sampleShape(basis(run).returns).kurtosis,
    ),
    rule(betaMetric, "covariance(r, b) / variance(b)", (run) => {
      const { returns, benchmark } = basis(run);
      return comoments(returns, benchmark).beta;
    }),
    rule(alphaMetric, "(1 + mean((r - f) - beta * (b - f)))^A - 1", (run) => compoundedAlpha(basis(run))),
    rule(informationRatioMetric, "mean(r - b) / deviation(r - b), not annual", (run) => {
      const { returns, benchmark } = basis(run);
      const { activeMean, activeDeviation } = comoments(returns, benchmark);
      return activeMean / activeDeviation;
    }),
    rule(upCaptureMetric, "annual return / that of the benchmark, of the bars in which it rose", (run) =>
      annualCapture(basis(run), 1),
    ),
    rule(downCaptureMetric, "annual return / that of the benchmark, of the bars in which it fell", (run) =>
      annualCapture(basis(run), -1),
    ),
  ],
  [totalReturnMetric, tradesMetric, winRateMetric, profitFactorMetric, expectancyMetric, sqnMetric],
);
