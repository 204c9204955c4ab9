import type { Column } from "../../primitives/column.ts";
import * as metrics from "../all.ts";

import { comoments, mean, moments, normalQuantile, TAIL } from "../statistics.ts";

import { dailyBasis, DAILY_RULES } from "./empyrical.ts";
import { definePreset, overrideMetric } from "./override.ts";
import { sampleShape, sharpeOf } from "./returns.ts";

/** What a normal distribution of that mean and deviation falls below one day in twenty. */
function parametricValueAtRisk(returns: Column): number {
  const { mean: average, deviation } = moments(returns, 1);
  return average + deviation * normalQuantile(TAIL);
}

/** Mean of the days below the value at risk; that value where there is none. */
function expectedShortfall(returns: Column): number {
  const risk = parametricValueAtRisk(returns);
  const worse = returns.filter((value) => value < risk);
  return worse.length > 0 ? mean(worse) : risk;
}

const nonZero = (returns: Column): Column => returns.filter((value) => value !== 0);

/** The statistics of quantstats, which take days for trades. */
export const quantstats = definePreset(
  "quantstats. Returns by day, the first over the starting cash, that of the benchmark 0; A is 252, also where weekends trade; m is the minimum return; the risk-free return of a day compounds to the annual rate; sample deviation; wins and losses are those of days.",
  [
    ...DAILY_RULES,
    overrideMetric(
      metrics.sharpe,
      "mean(r - f) / deviation(r) * sqrt(A), with f = (1 + annual rate)^(1 / A) - 1",
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
      "mean of the r below the value at risk; that itself where there are none",
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
    overrideMetric(metrics.profitFactor, "sum of r above 0 / |sum of r below 0|", ({ returns }) =>
      metrics.profitFactor(returns),
    ),
    overrideMetric(metrics.payoffRatio, "mean of r above 0 / |mean of r below 0|", ({ returns }) =>
      metrics.payoffRatio(returns),
    ),
    overrideMetric(metrics.kelly, "W - (1 - W) / payoff ratio, of days", ({ returns }) =>
      metrics.kelly(metrics.winRate(nonZero(returns)), metrics.payoffRatio(returns)),
    ),
    overrideMetric(metrics.beta, "covariance(r, b) / variance(b)", (run) => {
      const { returns, benchmark } = dailyBasis(run);
      return comoments(returns, benchmark).beta;
    }),
  ],
  [metrics.tailRatio],
);
