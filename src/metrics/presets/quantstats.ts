import type { Column } from "../../primitives/column.ts";
import { betaMetric } from "../benchmark.ts";
import { comoments, mean, moments, normalQuantile, TAIL } from "../statistics.ts";
import {
  conditionalValueAtRiskMetric,
  kurtosisMetric,
  skewnessMetric,
  tailRatioMetric,
  valueAtRiskMetric,
} from "../risk.ts";
import {
  kellyFraction,
  kellyMetric,
  payoffRatio,
  payoffRatioMetric,
  profitFactor,
  profitFactorMetric,
  winRate,
  winRateMetric,
} from "../trades.ts";
import { sharpeMetric } from "../ratios.ts";
import { dailyBasis, DAILY_RULES } from "./empyrical.ts";
import { preset, rule } from "./override.ts";
import { sampleShape, sharpeOf } from "./returns.ts";

/** What a normal distribution of that mean and deviation falls below one day in twenty. */
function normalRisk(returns: Column): number {
  const { mean: average, deviation } = moments(returns, 1);
  return average + deviation * normalQuantile(TAIL);
}

/** Mean of the days below the value at risk; that value where there is none. */
function beyond(returns: Column): number {
  const risk = normalRisk(returns);
  const worse = returns.filter((value) => value < risk);
  return worse.length > 0 ? mean(worse) : risk;
}

const moved = (returns: Column): Column => returns.filter((value) => value !== 0);

/** The statistics of quantstats, which take days for trades. */
export const quantstats = preset(
  "quantstats. Returns by day, the first over the starting cash, that of the benchmark 0; A is 252, also where weekends trade; m is the minimum return; the risk-free return of a day compounds to the annual rate; sample deviation; wins and losses are those of days.",
  [
    ...DAILY_RULES,
    rule(sharpeMetric, "mean(r - f) / deviation(r) * sqrt(A), with f = (1 + annual rate)^(1 / A) - 1", (run) => {
      const basis = dailyBasis(run);
      return sharpeOf({ ...basis, riskFree: (1 + run.riskFreeRate) ** (1 / basis.periodsPerYear) - 1 });
    }),
    rule(valueAtRiskMetric, "mean(r) + deviation(r) * 5th percentile of the normal distribution", ({ returns }) =>
      normalRisk(returns),
    ),
    rule(
      conditionalValueAtRiskMetric,
      "mean of the r below the value at risk; that itself where there are none",
      ({ returns }) => beyond(returns),
    ),
    rule(
      skewnessMetric,
      "skewness of r, corrected for the size of the sample",
      ({ returns }) => sampleShape(returns).skewness,
    ),
    rule(
      kurtosisMetric,
      "excess kurtosis of r, corrected for the size of the sample",
      ({ returns }) => sampleShape(returns).kurtosis,
    ),
    rule(winRateMetric, "days above 0 / days other than 0", ({ returns }) => winRate(moved(returns))),
    rule(profitFactorMetric, "sum of r above 0 / |sum of r below 0|", ({ returns }) => profitFactor(returns)),
    rule(payoffRatioMetric, "mean of r above 0 / |mean of r below 0|", ({ returns }) => payoffRatio(returns)),
    rule(kellyMetric, "W - (1 - W) / payoff ratio, of days", ({ returns }) =>
      kellyFraction(winRate(moved(returns)), payoffRatio(returns)),
    ),
    rule(betaMetric, "covariance(r, b) / variance(b)", (run) => {
      const { returns, benchmark } = dailyBasis(run);
      return comoments(returns, benchmark).beta;
    }),
  ],
  [tailRatioMetric],
);
