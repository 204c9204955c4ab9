import type { Column } from "../../primitives/column.ts";
import * as metrics from "../all.ts";

import { mean } from "../statistics.ts";
import type { Performance } from "../performance.ts";

import { definePreset, overrideMetric } from "./override.ts";
import { deepestFall } from "./returns.ts";

const DAY = 86_400_000;

/** Returns the profits of trades from flat to flat or, if unknown, from entry to exit. */
const profits = (run: Performance): Column => run.roundTrips ?? run.trades.pnl;

/** Returns whether a trade counts as won; a profit of 0 counts. */
const isWin = (profit: number): boolean => profit >= 0;

const meanOf = (values: Column): number => (values.length > 0 ? mean(values) : NaN);

function populationDeviation(values: Column): number {
  const middle = meanOf(values);
  return Math.sqrt(meanOf(values.map((value) => (value - middle) ** 2)));
}

/** Returns the returns of calendar years. The first year starts from the starting cash. */
function yearlyReturns({ date, equity, startEquity }: Performance): Column {
  const returns: number[] = [];
  let start = startEquity;
  let year = NaN;
  for (const [i, value] of equity.entries()) {
    const now = new Date(date[i]!).getUTCFullYear();
    if (now !== year) {
      start = i === 0 ? startEquity : equity[i - 1]!;
      year = now;
      returns.push(NaN);
    }
    returns[returns.length - 1] = value / start - 1;
  }
  return Float64Array.from(returns);
}

function sharpe(run: Performance): number {
  const excess = yearlyReturns(run).map((value) => value - run.riskFreeRate);
  const spread = populationDeviation(excess);
  return spread > 0 ? meanOf(excess) / spread : NaN;
}

/**
 * Returns the annual return; for bars shorter than a day the mean return of a bar, since backtrader has no annualization factor for them.
 */
function annualReturn({ intervalMs, equity, sessions, startEquity, periodsPerYear }: Performance): number {
  const short = intervalMs < DAY;
  const periods = short ? equity.length : sessions.length;
  const growth = (equity.at(-1) ?? NaN) / startEquity;
  return growth > 0 && periods > 0
    ? Math.expm1((Math.log(growth) / periods) * (short ? 1 : Math.min(periodsPerYear, 252)))
    : NaN;
}

function systemQuality(values: Column): number {
  if (values.length < 2) return 0;
  const spread = populationDeviation(values);
  return spread > 0 ? (Math.sqrt(values.length) * meanOf(values)) / spread : NaN;
}

function payoff(values: Column): number {
  return meanOf(values.filter(isWin)) / -meanOf(values.filter((profit) => !isWin(profit)));
}

const winningStreak = (values: Column): number =>
  metrics.longestWinningStreak(values.map((profit) => (isWin(profit) ? 1 : -1)));

/** The statistics of backtrader's analyzers with their defaults. */
export const backtrader = definePreset(
  "backtrader 1.9.78, analyzers with their defaults. Returns are per calendar year, the first from the starting cash. Bars per year: 252, 52 for weekly and 12 for monthly bars, and 1 for bars shorter than a day. Population deviation. Trades go from flat to flat, after commissions. A trade with profit 0 counts as won.",
  [
    overrideMetric(
      metrics.sharpe,
      "mean(r - f) / deviation(r - f), with r the return of a year and f the annual risk-free rate",
      sharpe,
    ),
    overrideMetric(
      metrics.annualReturn,
      "exp(log(final equity / starting cash) * bars per year / bars) - 1",
      annualReturn,
    ),
    overrideMetric(metrics.maxDrawdown, "min(equity / peak - 1), with the first bar as the first peak", ({ equity }) =>
      deepestFall(equity),
    ),
    overrideMetric(metrics.trades, "number of positions that became flat", (run) => profits(run).length),
    overrideMetric(metrics.winRate, "trades with profit of at least 0 / trades", (run) => {
      const all = profits(run);
      return all.filter(isWin).length / all.length;
    }),
    overrideMetric(metrics.expectancy, "mean profit of a trade", (run) => metrics.expectancy(profits(run))),
    overrideMetric(metrics.profitFactor, "sum of profits / |sum of losses|", (run) =>
      metrics.profitFactor(profits(run)),
    ),
    overrideMetric(metrics.payoffRatio, "mean profit of won trades / |mean loss of lost trades|", (run) =>
      payoff(profits(run)),
    ),
    overrideMetric(metrics.longestWinningStreak, "most won trades in a row", (run) => winningStreak(profits(run))),
    overrideMetric(metrics.longestLosingStreak, "most lost trades in a row", (run) =>
      metrics.longestLosingStreak(profits(run)),
    ),
    overrideMetric(metrics.sqn, "sqrt(trades) * mean(profit) / deviation(profit); 0 for fewer than two trades", (run) =>
      systemQuality(profits(run)),
    ),
  ],
  [metrics.totalReturn],
);
