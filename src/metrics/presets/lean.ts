import { comoments, mean, moments, normalQuantile, sum, TAIL } from "../statistics.ts";
import type { Column } from "../../primitives/column.ts";
import type { Performance } from "../performance.ts";
import { type Basis, sampleShape, sessionEquity } from "./returns.ts";
import * as metrics from "../all.ts";

import { definePreset, overrideMetric } from "./override.ts";

/** Milliseconds of a calendar day. */
const DAY = 86_400_000;

/**
 * By calendar days, from the day after that of the first session on: a day on which no session closed has a return of 0. An engine that samples at every
 * midnight sees Saturdays and Sundays too. Sessions that close within a few hours of a day apart, as at a change of the clock, are a day apart.
 */
function calendarBasis(run: Performance): Basis {
  const { returns, benchmarkReturns, sessions, time, periodsPerYear, riskFreeRate } = run;
  const days = new Float64Array(sessions.length).map((_, i) =>
    i === 0 ? 0 : Math.max(1, Math.round((time[sessions[i]!]! - time[sessions[i - 1]!]!) / DAY)),
  );
  const spread = (of: Column): Column => {
    const spent = new Float64Array(sum(days));
    let day = -1;
    for (let i = 1; i < days.length; i++) spent[(day += days[i]!)] = of[i]!;
    return spent;
  };
  return {
    returns: spread(returns),
    benchmark: spread(benchmarkReturns),
    periodsPerYear,
    riskFree: riskFreeRate / periodsPerYear,
  };
}

const basisCache = new WeakMap<Performance, Basis>();

function cachedBasis(run: Performance): Basis {
  let own = basisCache.get(run);
  if (own === undefined) basisCache.set(run, (own = calendarBasis(run)));
  return own;
}

/** The mean day, compounded over a year. */
const compoundMeanOverYear = (returns: Column, { periodsPerYear }: Performance): number =>
  (1 + mean(returns)) ** periodsPerYear - 1;

const annualReturn = (run: Performance): number => compoundMeanOverYear(cachedBasis(run).returns, run);

const benchmarkAnnualReturn = (run: Performance): number => compoundMeanOverYear(cachedBasis(run).benchmark, run);

/** Hours from the last sample of a run over shares, at 16:00, to the midnight after it. */
const AFTER_CLOSE = 8 / 24;

/** From the midnight before the first session to 16:00 of the last; of a market that trades at weekends to the midnight after it. */
function annualGrowth({ equity, startEquity, startTime, endTime, periodsPerYear }: Performance): number {
  const growth = (equity.at(-1) ?? NaN) / startEquity;
  const days = Math.ceil((endTime - startTime) / DAY) - (periodsPerYear > 252 ? 0 : AFTER_CLOSE);
  return growth >= 0 && days > 0 ? growth ** (365 / days) - 1 : NaN;
}

function activeReturns(run: Performance) {
  const { returns, benchmark } = cachedBasis(run);
  return comoments(returns, benchmark);
}

const annualDeviation = (run: Performance): number => metrics.volatility(cachedBasis(run).returns, run.periodsPerYear);

const trackingError = (run: Performance): number => activeReturns(run).activeDeviation * Math.sqrt(run.periodsPerYear);

/** Days below 0 alone, around their own mean. */
function downsideDeviation(run: Performance): number {
  const losses = cachedBasis(run).returns.filter((value) => value < 0);
  return moments(losses, 1).deviation * Math.sqrt(run.periodsPerYear);
}

/** Of the last year of days. */
function parametricValueAtRisk(run: Performance): number {
  const { mean: average, deviation } = moments(cachedBasis(run).returns.slice(-run.periodsPerYear), 1);
  return average + deviation * normalQuantile(TAIL);
}

/** That the true Sharpe ratio is above 1 a year. Where the formula has plain kurtosis, LEAN has what is beyond 3 of it. */
function probabilitySharpeAboveOne(run: Performance): number {
  const { returns, riskFree, periodsPerYear } = cachedBasis(run);
  const { mean: average, deviation } = moments(returns, 1);
  const observed = (average - riskFree) / deviation;
  return metrics.probabilisticSharpe(observed, returns.length, sampleShape(returns), 1 / Math.sqrt(periodsPerYear));
}

/** Fills that made a position smaller: how many won, and the mean share of capital that each kind won or lost. */
function winsAndLosses({ closings, trades, startEquity }: Performance) {
  const profits = closings?.profit.map((profit, i) => profit - 2 * closings.commission[i]!) ?? trades.pnl;
  let capital = startEquity;
  const won: number[] = [];
  const lost: number[] = [];
  for (const profit of profits) {
    (profit > 0 ? won : lost).push(profit / capital);
    capital += profit;
  }
  const average = (shares: readonly number[]) => mean(Float64Array.from(shares));
  const payoff = won.length > 0 ? average(won) / Math.abs(average(lost)) : average(lost) * 0;
  return { winRate: won.length / profits.length, payoff: Math.abs(payoff) };
}

/** The statistics of LEAN, not rounded to the digits in which it prints them. */
export const lean = definePreset(
  "LEAN: r and b are returns by calendar day, weekends and holidays with 0 among them, without those of the first day; A is 252, 365 for crypto; the annual performance is the mean day compounded over a year. A win is a fill that makes a position smaller, at a profit over the mean price of entry less twice its own commission. Not rounded; missing where LEAN says 0 for what it cannot compute.",
  [
    overrideMetric(metrics.annualReturn, "(1 + mean(r))^A - 1", annualReturn),
    overrideMetric(
      metrics.cagr,
      "(last equity / starting cash)^(365 / days) - 1, with days from the first midnight to 16:00 of the last session, to midnight where weekends trade",
      annualGrowth,
    ),
    overrideMetric(metrics.volatility, "sqrt(variance(r) * A)", annualDeviation),
    overrideMetric(
      metrics.sharpe,
      "(annual performance - risk-free rate) / sqrt(variance(r) * A)",
      (run) => (annualReturn(run) - run.riskFreeRate) / annualDeviation(run),
    ),
    overrideMetric(
      metrics.sortino,
      "(annual performance - risk-free rate) / sqrt(variance of the r below 0 * A)",
      (run) => (annualReturn(run) - run.riskFreeRate) / downsideDeviation(run),
    ),
    overrideMetric(
      metrics.maxDrawdown,
      "min(equity / peak - 1) over closes of days, from the starting cash on",
      (run) => metrics.maxDrawdown(sessionEquity(run), run.startEquity),
    ),
    overrideMetric(metrics.beta, "covariance(r, b) / variance(b)", (run) => activeReturns(run).beta),
    overrideMetric(
      metrics.alpha,
      "annual performance - (f + beta * (annual performance of the benchmark - f)), with f the risk-free rate",
      (run) =>
        annualReturn(run) -
        run.riskFreeRate -
        activeReturns(run).beta * (benchmarkAnnualReturn(run) - run.riskFreeRate),
    ),
    overrideMetric(metrics.trackingError, "sqrt(variance(r - b) * A)", trackingError),
    overrideMetric(
      metrics.informationRatio,
      "(annual performance - that of the benchmark) / tracking error",
      (run) => (annualReturn(run) - benchmarkAnnualReturn(run)) / trackingError(run),
    ),
    overrideMetric(
      metrics.treynor,
      "(annual performance - risk-free rate) / beta",
      (run) => (annualReturn(run) - run.riskFreeRate) / activeReturns(run).beta,
    ),
    overrideMetric(
      metrics.valueAtRisk,
      "mean(r) + deviation(r) * 5th percentile of the normal distribution, of the last A days",
      parametricValueAtRisk,
    ),
    overrideMetric(
      metrics.probabilisticSharpe,
      "N((S - 1 / sqrt(A)) * sqrt(n - 1) / sqrt(1 - skewness * S + (excess kurtosis - 1) / 4 * S^2)), with S the Sharpe ratio of a day",
      probabilitySharpeAboveOne,
    ),
    overrideMetric(metrics.winRate, "wins / fills that make a position smaller", (run) => winsAndLosses(run).winRate),
    overrideMetric(
      metrics.payoffRatio,
      "mean win / |mean loss|, each a share of the starting cash and all profits before it",
      (run) => winsAndLosses(run).payoff,
    ),
    overrideMetric(
      metrics.expectancy,
      "win rate * payoff ratio - (1 - win rate)",
      (run) => {
        const { winRate, payoff } = winsAndLosses(run);
        return winRate * payoff - (1 - winRate);
      },
      "ratio",
    ),
  ],
  [metrics.totalReturn, metrics.trades],
);
