import { defineMetric } from "./define.ts";
import type { Column } from "../primitives/column.ts";
import { averageDuration, largest, mean, meanDuration, moments, smallest } from "./statistics.ts";

/** Number of closed trades. */
export const trades = defineMetric({
  name: "trades",
  title: "Trades",
  group: "trade",
  unit: "count",
  formula: "number of closed trades",
  convention:
    "A trade is a round trip, first in first out. An exit in two parts closes two trades. Trades still open at the end do not count in this metric or any other trade metric.",
  better: "neither",
  compute: (run) => run.trades.length,
});

function winRateOf(pnl: Column): number {
  let wins = 0;
  for (let i = 0; i < pnl.length; i++) if (pnl[i]! > 0) wins++;
  return wins / pnl.length;
}

/**
 * Win rate: fraction of trades with a profit. Read it with the size of wins and losses, since a few large losses can exceed
 * many small wins.
 *
 * Formula: trades with a profit above 0 / trades, profit after commissions; a fraction. NaN without trades.
 *
 * @example
 * metrics.winRate(Float64Array.of(50, -20, 0, 30)); // 0.5
 */
export const winRate = defineMetric({
  name: "win-rate",
  title: "Win rate",
  group: "trade",
  unit: "fraction",
  formula: "trades with profit above 0 / trades",
  convention: "Profits are after commissions. A trade with profit 0 is not a win. Missing without trades.",
  better: "higher",
  compute: (run) => winRateOf(run.trades.pnl),
  call: winRateOf,
});

function averageTradeOf(returns: Column): number {
  return mean(returns);
}

/**
 * Average trade: mean return of a trade, relative to its value at entry.
 *
 * Formula: mean of profit / value at entry, with equal weight for each trade; a fraction. NaN without trades.
 *
 * @example
 * metrics.averageTrade(Float64Array.of(0.05, -0.02, 0.03)); // 0.02
 */
export const averageTrade = defineMetric({
  name: "average-trade",
  title: "Average trade",
  group: "trade",
  unit: "fraction",
  formula: "mean return of a trade, with return = profit / value at entry",
  convention:
    "Arithmetic mean with equal weight for small and large trades. Returns are after commissions. Missing without trades.",
  better: "higher",
  compute: (run) => averageTradeOf(run.trades.return),
  call: averageTradeOf,
});

/**
 * Best trade: largest return of a trade. NaN without trades.
 *
 * @example
 * metrics.bestTrade(Float64Array.of(0.05, -0.02, 0.03)); // 0.05
 */
export const bestTrade = defineMetric({
  name: "best-trade",
  title: "Best trade",
  group: "trade",
  unit: "fraction",
  formula: "largest return of a trade, with return = profit / value at entry",
  convention: "The profit is after commissions. Missing without trades.",
  better: "higher",
  compute: (run) => largest(run.trades.return),
  call: (returns: Column) => largest(returns),
});

/**
 * Worst trade: smallest return of a trade. NaN without trades.
 *
 * @example
 * metrics.worstTrade(Float64Array.of(0.05, -0.02, 0.03)); // -0.02
 */
export const worstTrade = defineMetric({
  name: "worst-trade",
  title: "Worst trade",
  group: "trade",
  unit: "fraction",
  formula: "smallest return of a trade, with return = profit / value at entry",
  convention: "The profit is after commissions. Missing without trades.",
  better: "higher",
  compute: (run) => smallest(run.trades.return),
  call: (returns: Column) => smallest(returns),
});

function averageTradeDurationOf(entryTime: Column, exitTime: Column): number {
  return averageDuration(entryTime, exitTime);
}

/**
 * Average trade duration: mean time from entry to exit, in milliseconds. NaN without trades.
 *
 * @example
 * metrics.averageTradeDuration(Float64Array.of(0, 5_000), Float64Array.of(1_000, 8_000)); // 2000
 */
export const averageTradeDuration = defineMetric({
  name: "average-trade-duration",
  title: "Average trade duration",
  group: "trade",
  unit: "duration",
  formula: "mean over trades of (time of exit - time of entry)",
  convention:
    "Calendar time, including nights and weekends. For bars of a day or longer, it is measured in local time of the exchange. Missing without trades.",
  better: "neither",
  compute: ({ tradeDurations }) => meanDuration(tradeDurations),
  call: averageTradeDurationOf,
});

function longestTradeOf(entryTime: Column, exitTime: Column): number {
  let longest = entryTime.length > 0 ? 0 : NaN;
  for (let i = 0; i < entryTime.length; i++) longest = Math.max(longest, exitTime[i]! - entryTime[i]!);
  return longest;
}

/**
 * Longest trade: longest time from entry to exit, in milliseconds. NaN without trades.
 *
 * @example
 * metrics.longestTrade(Float64Array.of(0, 5_000), Float64Array.of(1_000, 8_000)); // 3000
 */
export const longestTrade = defineMetric({
  name: "longest-trade",
  title: "Longest trade",
  group: "trade",
  unit: "duration",
  formula: "max over trades of (time of exit - time of entry)",
  convention:
    "Calendar time, including nights and weekends. For bars of a day or longer, it is measured in local time of the exchange. Missing without trades.",
  better: "neither",
  compute: ({ tradeDurations }) =>
    tradeDurations.reduce((longest, one) => Math.max(longest, one), tradeDurations.length > 0 ? 0 : NaN),
  call: longestTradeOf,
});

function expectancyOf(pnl: Column): number {
  return mean(pnl);
}

/**
 * Expectancy: mean profit of a trade, in account currency.
 *
 * Formula: mean(profit), the same as win rate × average win − loss rate × average loss; after commissions, in account
 * currency. NaN without trades.
 *
 * @example
 * metrics.expectancy(Float64Array.of(50, -20, 30)); // 20
 */
export const expectancy = defineMetric({
  name: "expectancy",
  title: "Expectancy",
  group: "trade",
  unit: "money",
  formula: "mean profit of a trade",
  convention:
    "The mean is in account currency, after commissions. The metric average-trade is the mean return as a fraction. Missing without trades.",
  better: "higher",
  compute: (run) => expectancyOf(run.trades.pnl),
  call: expectancyOf,
});

function kellyFraction(wins: number, payoff: number): number {
  return payoff > 0 ? wins - (1 - wins) / payoff : NaN;
}

/**
 * Kelly fraction: fraction of equity to risk per trade for the fastest growth, if every trade wins or loses its mean amount. Half of it is
 * already aggressive.
 *
 * Formula: W − (1 − W) / R with W the win rate and R the payoff ratio; a fraction. NaN if R is missing or 0.
 *
 * Source: J. L. Kelly, "A New Interpretation of Information Rate", Bell System Technical Journal, 1956.
 *
 * @example
 * metrics.kelly(0.6, 2); // 0.4
 */
export const kelly = defineMetric({
  name: "kelly",
  title: "Kelly fraction",
  group: "trade",
  unit: "fraction",
  formula: "W - (1 - W) / payoff ratio, with W the win rate",
  convention:
    "Fraction of equity to risk per trade for the fastest growth, if future trades are like those of the run. Uses profits after commissions. Below 0, the trades lose money on average. Missing if no trade won or none lost.",
  better: "higher",
  source: "J. L. Kelly, A New Interpretation of Information Rate, Bell System Technical Journal, 1956.",
  compute: (run) => kellyFraction(run.value(winRate), run.value(payoffRatio)),
  call: kellyFraction,
});

function payoffRatioOf(pnl: Column): number {
  let profits = 0;
  let losses = 0;
  let wins = 0;
  let lost = 0;
  for (let i = 0; i < pnl.length; i++) {
    const profit = pnl[i]!;
    if (profit > 0) {
      profits += profit;
      wins++;
    } else if (profit < 0) {
      losses -= profit;
      lost++;
    }
  }
  return wins > 0 && lost > 0 ? profits / wins / (losses / lost) : NaN;
}

/**
 * Payoff ratio: average win divided by average loss. At a win rate w, trades are profitable if the payoff ratio exceeds (1 − w) / w.
 *
 * Formula: mean of profits / |mean of losses|, after commissions; a plain number. NaN if there are no wins or no losses.
 *
 * @example
 * metrics.payoffRatio(Float64Array.of(50, -20, 30)); // 2
 */
export const payoffRatio = defineMetric({
  name: "payoff-ratio",
  title: "Payoff ratio",
  group: "trade",
  unit: "ratio",
  formula: "mean profit of winning trades / |mean loss of losing trades|",
  convention:
    "Profits and losses are in money, after commissions. A trade with profit 0 counts as neither. Missing if no trade won or none lost.",
  better: "higher",
  compute: (run) => payoffRatioOf(run.trades.pnl),
  call: payoffRatioOf,
});

function profitFactorOf(pnl: Column): number {
  let profits = 0;
  let losses = 0;
  for (let i = 0; i < pnl.length; i++) {
    const profit = pnl[i]!;
    if (profit > 0) profits += profit;
    else losses -= profit;
  }
  return losses > 0 ? profits / losses : NaN;
}

/**
 * Profit factor: total profit of winning trades divided by the total loss of losing trades. Above 1, the trades are profitable.
 *
 * Formula: Σ profits / |Σ losses|, after commissions; a plain number. 0 if no trade won. NaN without losses, since the ratio is then
 * infinite and a short lucky run would rank above all others.
 *
 * @example
 * metrics.profitFactor(Float64Array.of(50, -20, 30)); // 4
 */
export const profitFactor = defineMetric({
  name: "profit-factor",
  title: "Profit factor",
  group: "trade",
  unit: "ratio",
  formula: "sum of profits / |sum of losses|",
  convention:
    "Profits and losses are in money, after commissions. Missing without losing trades, since the ratio would be infinite.",
  better: "higher",
  compute: (run) => profitFactorOf(run.trades.pnl),
  call: profitFactorOf,
});

function systemQualityNumber(pnl: Column): number {
  const { mean: average, deviation } = moments(pnl);
  return deviation > 0 ? (Math.sqrt(pnl.length) * average) / deviation : NaN;
}

/**
 * System quality number: t-statistic of the mean profit of a trade. A value above about 2 is unlikely to be luck. It grows with the number of
 * trades.
 *
 * Formula: √n·mean(profit) / σ₁(profit) with n trades and σ₁ the sample deviation; a plain number. NaN for fewer than two
 * trades, and if all profits are equal.
 *
 * Source: V. K. Tharp, "Definitive Guide to Position Sizing", 2008 (which uses multiples of risk instead of profits, and n of at most 100).
 *
 * @example
 * metrics.sqn(Float64Array.of(50, -20, 30)); // 0.960769
 */
export const sqn = defineMetric({
  name: "sqn",
  title: "SQN",
  group: "trade",
  unit: "ratio",
  formula: "sqrt(trades) * mean(profit) / deviation(profit)",
  convention:
    "Profits are in money, after commissions. Sample deviation (over n - 1). The number of trades is not capped. Missing for fewer than two trades, and if all profits are equal.",
  better: "higher",
  source: "V. K. Tharp, Definitive Guide to Position Sizing, 2008.",
  compute: (run) => systemQualityNumber(run.trades.pnl),
  call: systemQualityNumber,
});

/** Returns the length of the longest streak of trades whose profit has the sign of `direction`. */
function longestStreak(pnl: Column, direction: 1 | -1): number {
  if (pnl.length === 0) return NaN;
  let longest = 0;
  let now = 0;
  for (let i = 0; i < pnl.length; i++) {
    now = pnl[i]! * direction > 0 ? now + 1 : 0;
    if (now > longest) longest = now;
  }
  return longest;
}

/**
 * Longest streak of winning trades. 0 if none won; NaN without trades.
 *
 * @example
 * metrics.longestWinningStreak(Float64Array.of(5, 3, -2, 4, 0)); // 2
 */
export const longestWinningStreak = defineMetric({
  name: "longest-winning-streak",
  title: "Longest winning streak",
  group: "trade",
  unit: "count",
  formula: "most winning trades in a row",
  convention:
    "Trades are in order of exits, with profits after commissions. A trade with profit 0 ends a streak. Missing without trades.",
  better: "higher",
  compute: (run) => longestStreak(run.trades.pnl, 1),
  call: (pnl: Column) => longestStreak(pnl, 1),
});

/**
 * Longest streak of losing trades. 0 if none lost; NaN without trades.
 *
 * @example
 * metrics.longestLosingStreak(Float64Array.of(5, 3, -2, 4, 0)); // 1
 */
export const longestLosingStreak = defineMetric({
  name: "longest-losing-streak",
  title: "Longest losing streak",
  group: "trade",
  unit: "count",
  formula: "most losing trades in a row",
  convention:
    "Trades are in order of exits, with profits after commissions. A trade with profit 0 ends a streak. Missing without trades.",
  better: "lower",
  compute: (run) => longestStreak(run.trades.pnl, -1),
  call: (pnl: Column) => longestStreak(pnl, -1),
});
