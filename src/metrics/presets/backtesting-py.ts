import type { Column } from "../../primitives/column.ts";
import * as metrics from "../all.ts";

import { relativeChange, comoments, mean, moments } from "../statistics.ts";

import type { Performance } from "../performance.ts";
import type { TradeColumns } from "../performance-facts.ts";

import { drawdownSpells } from "../drawdown-spells.ts";
import { definePreset, overrideMetric } from "./override.ts";
import { deepestFall, sessionEquity } from "./returns.ts";

/** Returns last equity divided by first equity. */
const growth = ({ equity }: Performance): number => (equity.at(-1) ?? NaN) / (equity[0] ?? NaN);

/** Returns the return of each session except the first. */
function returnsOf(run: Performance): Column {
  const equity = sessionEquity(run);
  return equity.slice(1).map((now, i) => relativeChange(equity[i]!, now));
}

/** Returns the geometric mean; 0 if a return is -100%. */
function geometricMean(returns: Column): number {
  if (returns.some((value) => value <= -1)) return 0;
  return Math.exp(returns.reduce((sum, value) => sum + Math.log(1 + value), 0) / returns.length) - 1;
}

function meanGrowth(run: Performance): number {
  return geometricMean(returnsOf(run));
}

function annualReturn(run: Performance): number {
  return (1 + meanGrowth(run)) ** run.periodsPerYear - 1;
}

/** Returns the annual volatility of compounded returns. Other engines multiply the deviation by the root of sessions per year. */
function annualVolatility(run: Performance): number {
  const squared = (1 + meanGrowth(run)) ** 2;
  const variance = moments(returnsOf(run), 1).deviation ** 2;
  const spread = (variance + squared) ** run.periodsPerYear - squared ** run.periodsPerYear;
  return spread > 0 ? Math.sqrt(spread) : NaN;
}

function downsideDeviation(run: Performance): number {
  return Math.sqrt(mean(returnsOf(run).map((value) => Math.min(value, 0) ** 2)) * run.periodsPerYear);
}

const logReturns = (values: Column): Column => values.slice(1).map((now, i) => Math.log(now / values[i]!));

function beta({ equity, buyAndHold }: Performance): number {
  return comoments(logReturns(equity), logReturns(buyAndHold)).beta;
}

/** Returns the return of buy and hold, from the first bar on which all indicators have values. */
function buyAndHoldReturn({ buyAndHold, warmupRecords }: Performance): number {
  const first = buyAndHold[warmupRecords] ?? NaN;
  return (buyAndHold.at(-1)! - first) / first;
}

/** Counts the bars from entry to exit, both included, during which any closed trade was open. */
function barsInMarket({ entryBar, exitBar, length }: TradeColumns): number {
  if (entryBar === undefined || exitBar === undefined) return NaN;
  const order = Array.from({ length }, (_, i) => i).toSorted((a, b) => entryBar[a]! - entryBar[b]!);
  let count = 0;
  let end = -1;
  for (const trade of order) {
    const last = exitBar[trade]!;
    if (last > end) count += last - Math.max(entryBar[trade]!, end + 1) + 1;
    end = Math.max(end, last);
  }
  return count;
}

/** Returns the drawdowns, without one that begins with the last record. */
function completedSpells({ time, equity, startTime }: Performance) {
  const { depth, startTime: starts, endTime: ends } = drawdownSpells(time, equity, startTime, equity[0] ?? NaN);
  const isCompleted = (_: number, i: number) => starts[i] !== time.at(-2);
  return { depth: depth.filter(isCompleted), starts: starts.filter(isCompleted), ends: ends.filter(isCompleted) };
}

const DAY_MS = 86_400_000;
const UNITS_MS = [DAY_MS, 3_600_000, 60_000, 1000];

/** Returns the mean duration, rounded up to the unit of the bars: days, hours, minutes or seconds. */
function meanDuration({ intervalMs }: Performance, from: Column, to: Column): number {
  // Months and years have no fixed length, so their durations are in days.
  const unit = UNITS_MS.find((length) => intervalMs % length === 0) ?? DAY_MS;
  // With daily bars, durations are between calendar days, so that the hour of the close does not matter.
  const stamp = (time: number) => (unit === DAY_MS ? Math.floor(time / DAY_MS) * DAY_MS : time);
  return Math.ceil(mean(to.map((time, i) => stamp(time) - stamp(from[i]!))) / unit) * unit;
}

const lowest = ({ equity }: Performance): number => deepestFall(equity);

/** The statistics of backtesting.py 0.6.6. Exposure and beta are computed from bars, so they apply to one symbol. */
export const backtestingPy = definePreset(
  "backtesting.py 0.6.6. Returns are per session, without the first session. Sessions per year: 252, or 365 if weekends trade, 52 for weekly and 12 for monthly bars. r is a return, and g the geometric mean of returns. The value of buy and hold is used as the price. Exposure is defined for one symbol only.",
  [
    overrideMetric(metrics.totalReturn, "(last equity - first equity) / first equity", (run) => growth(run) - 1),
    overrideMetric(metrics.cagr, "(last equity / first equity)^(365.25 / days) - 1", (run) =>
      metrics.cagr(growth(run) - 1, run.time[0] ?? NaN, run.time.at(-1) ?? NaN),
    ),
    overrideMetric(metrics.annualReturn, "(1 + g)^(sessions per year) - 1", annualReturn),
    overrideMetric(
      metrics.volatility,
      "sqrt((variance(r) + (1 + g)^2)^(sessions per year) - (1 + g)^(2 * sessions per year))",
      annualVolatility,
    ),
    overrideMetric(
      metrics.sharpe,
      "(annual return - risk-free rate) / volatility",
      (run) => (annualReturn(run) - run.riskFreeRate) / annualVolatility(run),
    ),
    overrideMetric(
      metrics.sortino,
      "(annual return - risk-free rate) / (sqrt(mean(min(r, 0)^2)) * sqrt(sessions per year))",
      (run) => (annualReturn(run) - run.riskFreeRate) / downsideDeviation(run),
    ),
    overrideMetric(metrics.maxDrawdown, "min(equity / peak - 1)", lowest),
    overrideMetric(metrics.averageDrawdown, "mean over drawdowns of min(equity / peak - 1)", (run) =>
      mean(completedSpells(run).depth),
    ),
    overrideMetric(
      metrics.averageDrawdownDuration,
      "mean over drawdowns of (time back at the peak - last time at the peak), rounded up to the unit of bars",
      (run) => meanDuration(run, completedSpells(run).starts, completedSpells(run).ends),
    ),
    overrideMetric(
      metrics.averageTradeDuration,
      "mean over trades of (time of exit - time of entry), rounded up to the unit of bars",
      (run) => meanDuration(run, run.trades.entryTime, run.trades.exitTime),
    ),
    overrideMetric(metrics.calmar, "annual return / |max drawdown|", (run) => annualReturn(run) / -lowest(run)),
    overrideMetric(metrics.beta, "covariance / variance of the logarithms of equity and price from bar to bar", beta),
    overrideMetric(
      metrics.alpha,
      "return - f - beta * (buy and hold return - f), with f the risk-free rate, over the whole run",
      (run) => growth(run) - 1 - run.riskFreeRate - beta(run) * (buyAndHoldReturn(run) - run.riskFreeRate),
    ),
    overrideMetric(metrics.buyAndHoldReturn, "last close / close of the first bar after warm-up - 1", buyAndHoldReturn),
    overrideMetric(
      metrics.exposure,
      "bars from the entry to the exit of a closed trade / bars",
      ({ trades, equity }) => barsInMarket(trades) / equity.length,
    ),
    overrideMetric(metrics.averageTrade, "geometric mean of the returns of trades", ({ trades }) =>
      trades.length > 0 ? geometricMean(trades.return) : NaN,
    ),
    overrideMetric(metrics.expectancy, "mean return of a trade", ({ trades }) => mean(trades.return), "fraction"),
    overrideMetric(metrics.profitFactor, "sum of returns above 0 / |sum of returns below 0|, of trades", ({ trades }) =>
      metrics.profitFactor(trades.return),
    ),
  ],
  [
    metrics.finalEquity,
    metrics.trades,
    metrics.winRate,
    metrics.bestTrade,
    metrics.worstTrade,
    metrics.sqn,
    metrics.kelly,
    metrics.commissionPaid,
  ],
);
