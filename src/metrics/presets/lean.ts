import { comoments, mean, moments, normalQuantile, sum, TAIL } from "../statistics.ts";
import type { Column } from "../../primitives/column.ts";
import type { Performance } from "../performance.ts";
import { type Basis, sampleShape, sessionEquity } from "./returns.ts";
import * as metrics from "../all.ts";

import { definePreset, overrideMetric } from "./override.ts";

/** Milliseconds per calendar day. */
const DAY = 86_400_000;

/**
 * Returns the returns of account and benchmark per calendar day, from the day after the first session. LEAN samples at every midnight, so a day without a session
 * close, such as a Saturday, has a return of 0. Distances between closes are rounded to whole days, since clock changes shift them.
 */
function calendarBasis(run: Performance): Basis {
  const { returns, benchmarkReturns, sessions, time, periodsPerYear, riskFreeRate } = run;
  const days = new Float64Array(sessions.length).map((_, i) =>
    i === 0 ? 0 : Math.max(1, Math.round((time[sessions[i]!]! - time[sessions[i - 1]!]!) / DAY)),
  );
  const byDay = (sessionReturns: Column): Column => {
    const dailyReturns = new Float64Array(sum(days));
    let day = -1;
    for (let i = 1; i < days.length; i++) dailyReturns[(day += days[i]!)] = sessionReturns[i]!;
    return dailyReturns;
  };
  return {
    returns: byDay(returns),
    benchmark: byDay(benchmarkReturns),
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

/** Returns the mean daily return, compounded over a year. */
const compoundMeanOverYear = (returns: Column, { periodsPerYear }: Performance): number =>
  (1 + mean(returns)) ** periodsPerYear - 1;

const annualReturn = (run: Performance): number => compoundMeanOverYear(cachedBasis(run).returns, run);

const benchmarkAnnualReturn = (run: Performance): number => compoundMeanOverYear(cachedBasis(run).benchmark, run);

/** Fraction of a day between 16:00, when LEAN takes the last sample of a run on stocks, and midnight. */
const AFTER_CLOSE = 8 / 24;

/** Returns annual growth from the midnight before the first session to 16:00 of the last; to midnight if the market trades on weekends. */
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

/** Returns the annualized deviation of negative daily returns around their own mean. */
function downsideDeviation(run: Performance): number {
  const losses = cachedBasis(run).returns.filter((value) => value < 0);
  return moments(losses, 1).deviation * Math.sqrt(run.periodsPerYear);
}

/** Returns the value at risk of a normal distribution, from the returns of the last year. */
function parametricValueAtRisk(run: Performance): number {
  const { mean: average, deviation } = moments(cachedBasis(run).returns.slice(-run.periodsPerYear), 1);
  return average + deviation * normalQuantile(TAIL);
}

/** Returns the probability that the true annual Sharpe ratio exceeds 1. LEAN uses excess kurtosis instead of plain kurtosis. */
function probabilitySharpeAboveOne(run: Performance): number {
  const { returns, riskFree, periodsPerYear } = cachedBasis(run);
  const { mean: average, deviation } = moments(returns, 1);
  const observed = (average - riskFree) / deviation;
  return metrics.probabilisticSharpe(observed, returns.length, sampleShape(returns), 1 / Math.sqrt(periodsPerYear));
}

/** Returns the win rate of fills that reduce a position, and their payoff ratio, with profits relative to current capital. */
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

/** The statistics of LEAN, not rounded to its printed digits. */
export const lean = definePreset(
  "LEAN. r and b are returns per calendar day, 0 on weekends and holidays, without the first day. Days per year: 252, or 365 for crypto. Annual performance is the mean daily return compounded over a year. A win is a fill that reduces a position above the mean entry price (below it for a short position), after twice the fill's commission. Values are not rounded. Missing where LEAN reports 0 for a value it cannot compute.",
  [
    overrideMetric(metrics.annualReturn, "(1 + mean(r))^(days per year) - 1", annualReturn),
    overrideMetric(
      metrics.cagr,
      "(last equity / starting cash)^(365 / days) - 1, with days from the first midnight to 16:00 of the last session, or to midnight if weekends trade",
      annualGrowth,
    ),
    overrideMetric(metrics.volatility, "sqrt(variance(r) * days per year)", annualDeviation),
    overrideMetric(
      metrics.sharpe,
      "(annual performance - risk-free rate) / sqrt(variance(r) * days per year)",
      (run) => (annualReturn(run) - run.riskFreeRate) / annualDeviation(run),
    ),
    overrideMetric(
      metrics.sortino,
      "(annual performance - risk-free rate) / sqrt(variance of negative r * days per year)",
      (run) => (annualReturn(run) - run.riskFreeRate) / downsideDeviation(run),
    ),
    overrideMetric(
      metrics.maxDrawdown,
      "min(equity / peak - 1) over daily closes, with the starting cash as the first peak",
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
    overrideMetric(metrics.trackingError, "sqrt(variance(r - b) * days per year)", trackingError),
    overrideMetric(
      metrics.informationRatio,
      "(annual performance - annual performance of the benchmark) / tracking error",
      (run) => (annualReturn(run) - benchmarkAnnualReturn(run)) / trackingError(run),
    ),
    overrideMetric(
      metrics.treynor,
      "(annual performance - risk-free rate) / beta",
      (run) => (annualReturn(run) - run.riskFreeRate) / activeReturns(run).beta,
    ),
    overrideMetric(
      metrics.valueAtRisk,
      "mean(r) + deviation(r) * 5th percentile of the normal distribution, over the last 252 days (365 for crypto)",
      parametricValueAtRisk,
    ),
    overrideMetric(
      metrics.probabilisticSharpe,
      "N((S - 1 / sqrt(days per year)) * sqrt(n - 1) / sqrt(1 - skewness * S + (excess kurtosis - 1) / 4 * S^2)), with S the Sharpe ratio per day, n the number of days and N the cumulative normal distribution; LEAN uses excess kurtosis, the paper plain kurtosis",
      probabilitySharpeAboveOne,
    ),
    overrideMetric(metrics.winRate, "wins / fills that reduce a position", (run) => winsAndLosses(run).winRate),
    overrideMetric(
      metrics.payoffRatio,
      "mean win / |mean loss|, each as a fraction of the starting cash plus all earlier profits",
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
