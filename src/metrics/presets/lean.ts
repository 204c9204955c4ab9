import { alphaMetric } from "../alpha.ts";
import { annualReturnMetric } from "../annual-return.ts";
import { betaMetric } from "../beta.ts";
import { cagrMetric } from "../cagr.ts";
import { comoments } from "../comoments.ts";
import { informationRatioMetric } from "../information-ratio.ts";
import { maxDrawdownMetric } from "../max-drawdown.ts";
import { mean, moments } from "../moments.ts";
import { normalQuantile } from "../normal.ts";
import type { Performance } from "../performance.ts";
import { sharpeMetric } from "../sharpe.ts";
import { sortinoMetric } from "../sortino.ts";
import { TAIL } from "../tails.ts";
import { totalReturnMetric } from "../total-return.ts";
import { trackingErrorMetric } from "../tracking-error.ts";
import { tradesMetric } from "../trades.ts";
import { treynorMetric } from "../treynor.ts";
import { valueAtRiskMetric } from "../value-at-risk.ts";
import { volatility, volatilityMetric } from "../volatility.ts";
import { winRateMetric } from "../win-rate.ts";
import { preset, rule } from "./override.ts";
import { deepestFall, sessionBasis, sessionEquity, type Basis } from "./returns.ts";

const YEAR_MS = 365 * 86_400_000;

const basis = (run: Performance): Basis => sessionBasis(run, run.periodsPerYear);

/** The mean day, compounded over a year. */
const annual = (run: Performance): number => (1 + mean(run.returns)) ** run.periodsPerYear - 1;

const benchmarkAnnual = (run: Performance): number => (1 + mean(basis(run).benchmark)) ** run.periodsPerYear - 1;

function growthByYear({ equity, startEquity, startTime, endTime }: Performance): number {
  const growth = (equity.at(-1) ?? NaN) / startEquity;
  return growth >= 0 && endTime > startTime ? growth ** (YEAR_MS / (endTime - startTime)) - 1 : NaN;
}

function active(run: Performance) {
  const { returns, benchmark } = basis(run);
  return comoments(returns, benchmark);
}

const trackingError = (run: Performance): number => active(run).activeDeviation * Math.sqrt(run.periodsPerYear);

/** Days below 0 alone, around their own mean. */
function downside({ returns, periodsPerYear }: Performance): number {
  const losses = returns.filter((value) => value < 0);
  return moments(losses, 1).deviation * Math.sqrt(periodsPerYear);
}

/** Of the last year of days. */
function normalRisk({ returns, periodsPerYear }: Performance): number {
  const { mean: average, deviation } = moments(returns.slice(-periodsPerYear), 1);
  return average + deviation * normalQuantile(TAIL);
}

/** The statistics of LEAN, not rounded to the digits in which it prints them. */
export const lean = preset(
  "LEAN: returns by day, the first over the starting cash; A is 252, 365 for crypto; the annual performance is the mean day compounded over a year. Not rounded; missing where LEAN says 0 for what it cannot compute.",
  [
    rule(annualReturnMetric, "(1 + mean(r))^A - 1", annual),
    rule(cagrMetric, "(last equity / starting cash)^(365 / days) - 1", growthByYear),
    rule(volatilityMetric, "sqrt(variance(r) * A)", (run) => volatility(run.returns, run.periodsPerYear)),
    rule(
      sharpeMetric,
      "(annual performance - risk-free rate) / sqrt(variance(r) * A)",
      (run) => (annual(run) - run.riskFreeRate) / volatility(run.returns, run.periodsPerYear),
    ),
    rule(
      sortinoMetric,
      "(annual performance - risk-free rate) / sqrt(variance of the r below 0 * A)",
      (run) => (annual(run) - run.riskFreeRate) / downside(run),
    ),
    rule(maxDrawdownMetric, "min(equity / peak - 1) over closes of days", (run) => deepestFall(sessionEquity(run))),
    rule(betaMetric, "covariance(r, b) / variance(b)", (run) => active(run).beta),
    rule(
      alphaMetric,
      "annual performance - (f + beta * (annual performance of the benchmark - f)), with f the risk-free rate",
      (run) => annual(run) - run.riskFreeRate - active(run).beta * (benchmarkAnnual(run) - run.riskFreeRate),
    ),
    rule(trackingErrorMetric, "sqrt(variance(r - b) * A)", trackingError),
    rule(
      informationRatioMetric,
      "(annual performance - that of the benchmark) / tracking error",
      (run) => (annual(run) - benchmarkAnnual(run)) / trackingError(run),
    ),
    rule(
      treynorMetric,
      "(annual performance - risk-free rate) / beta",
      (run) => (annual(run) - run.riskFreeRate) / active(run).beta,
    ),
    rule(
      valueAtRiskMetric,
      "mean(r) + deviation(r) * 5th percentile of the normal distribution, of the last A days",
      normalRisk,
    ),
  ],
  [totalReturnMetric, tradesMetric, winRateMetric],
);
