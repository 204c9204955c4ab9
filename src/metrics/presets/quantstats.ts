import type { Column } from "../../primitives/column.ts";
import * as metrics from "../all.ts";

import { comoments, mean, moments, normalQuantile, TAIL } from "../statistics.ts";

import { dailyBasis, DAILY_RULES } from "./empyrical.ts";
import { definePreset, overrideMetric } from "./override.ts";
import { sampleShape, sharpeOf } from "./returns.ts";

/** Returns the 5th percentile of a normal distribution with the mean and deviation of the returns. */
function parametricValueAtRisk(returns: Column): number {
  const { mean: average, deviation } = moments(returns, 1);
  return average + deviation * normalQuantile(TAIL);
}

/** Returns the mean of the returns below the value at risk, or the value at risk if no return is below. */
function expectedShortfall(returns: Column): number {
  const risk = parametricValueAtRisk(returns);
  const worse = returns.filter((value) => value < risk);
  return worse.length > 0 ? mean(worse) : risk;
}

const nonZero = (returns: Column): Column => returns.filter((value) => value !== 0);

/** The statistics of quantstats, which treats days as trades. */
export const quantstats = definePreset(
  "quantstats. Returns are per day. The account's first return starts from the starting cash; the benchmark's first return is 0. r and b are the returns of account and benchmark. Days per year: 252, even if weekends trade. m is the minimum return. The risk-free return of a day compounds to the annual rate. Sample deviation. Winning and losing days take the place of winning and losing trades.",
  [
    ...DAILY_RULES,
    overrideMetric(
      metrics.sharpe,
      "mean(r - f) / deviation(r) * sqrt(days per year), with f = (1 + annual rate)^(1 / days per year) - 1",
      (run) => {
        const basis = dailyBasis(run);
        return sharpeOf({ ...basis, riskFree: (1 + run.riskFreeRate) ** (1 / basis.periodsPerYear) - 1 });
      },
    ),
    overrideMetric(
      metrics.valueAtRisk,
      "mean(r) + deviation(r) * 5th percentile of the normal distribution",
      ({ returns }) => parametricValueAtRisk(returns),
    ),
    overrideMetric(
      metrics.conditionalValueAtRisk,
      "mean of the returns r below the value at risk, or the value at risk if no return is below",
      ({ returns }) => expectedShortfall(returns),
    ),
    overrideMetric(
      metrics.skewness,
      "skewness of r, corrected for the size of the sample",
      ({ returns }) => sampleShape(returns).skewness,
    ),
    overrideMetric(
      metrics.kurtosis,
      "excess kurtosis of r, corrected for the size of the sample",
      ({ returns }) => sampleShape(returns).kurtosis,
    ),
    overrideMetric(metrics.winRate, "days above 0 / days other than 0", ({ returns }) =>
      metrics.winRate(nonZero(returns)),
    ),
    overrideMetric(metrics.profitFactor, "sum of positive r / |sum of negative r|", ({ returns }) =>
      metrics.profitFactor(returns),
    ),
    overrideMetric(metrics.payoffRatio, "mean of positive r / |mean of negative r|", ({ returns }) =>
      metrics.payoffRatio(returns),
    ),
    overrideMetric(metrics.kelly, "W - (1 - W) / payoff ratio, with W the win rate of days", ({ returns }) =>
      metrics.kelly(metrics.winRate(nonZero(returns)), metrics.payoffRatio(returns)),
    ),
    overrideMetric(metrics.beta, "covariance(r, b) / variance(b)", (run) => {
      const { returns, benchmark } = dailyBasis(run);
      return comoments(returns, benchmark).beta;
    }),
  ],
  [metrics.tailRatio],
);
