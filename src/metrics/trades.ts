import { defineMetric } from "./define.ts";
import type { Column } from "../primitives/column.ts";
import { averageDuration, largest, mean, meanOf, moments, smallest } from "./statistics.ts";

/** Number of closed trades. */
export const trades = defineMetric({
  name: "trades",
  title: "Trades",
  group: "trade",
  unit: "count",
  formula: "number of closed trades",
  convention:
    "A trade is a round trip, first in first out: an exit in two parts closes two trades. Trades still open at the end do not count, here and in every metric of trades.",
  better: "neither",
  compute: (run) => run.trades.length,
});

function winRateOf(pnl: Column): number {
  let wins = 0;
  for (let i = 0; i < pnl.length; i++) if (pnl[i]! > 0) wins++;
  return wins / pnl.length;
}

/**
 * How often a trade wins. Says nothing without the size of wins and losses: many small wins pay for few large losses until
 * they do not.
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
  convention: "Profit after commissions; a trade of profit 0 is no win. Missing without trades.",
  better: "higher",
  compute: (run) => winRateOf(run.trades.pnl),
  call: winRateOf,
});

function averageTradeOf(returns: Column): number {
  return mean(returns);
}

/**
 * What a trade usually returns on the money put into it.
 *
 * Formula: mean of profit / value at entry, each trade counting the same; a fraction. NaN without trades.
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
    "Arithmetic mean, each trade counting the same whatever its value; after commissions. Missing without trades.",
  better: "higher",
  compute: (run) => averageTradeOf(run.trades.return),
  call: averageTradeOf,
});

/**
 * Largest return of a trade. NaN without trades.
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
  convention: "After commissions. Missing without trades.",
  better: "higher",
  compute: (run) => largest(run.trades.return),
  call: (returns: Column) => largest(returns),
});

/**
 * Smallest return of a trade. NaN without trades.
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
  convention: "After commissions. Missing without trades.",
  better: "higher",
  compute: (run) => smallest(run.trades.return),
  call: (returns: Column) => smallest(returns),
});

function averageTradeDurationOf(entryTime: Column, exitTime: Column): number {
  return averageDuration(entryTime, exitTime);
}

/**
 * How long a trade usually lasts, in milliseconds from entry to exit. NaN without trades.
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
    "Calendar time, nights and weekends included; of bars of a day or longer by clocks of the exchange. Missing without trades.",
  better: "neither",
  compute: ({ tradeDurations }) => meanOf(tradeDurations),
  call: averageTradeDurationOf,
});

function longestTradeOf(entryTime: Column, exitTime: Column): number {
  let longest = entryTime.length > 0 ? 0 : NaN;
  for (let i = 0; i < entryTime.length; i++) longest = Math.max(longest, exitTime[i]! - entryTime[i]!);
  return longest;
}

/**
 * How long the longest trade lasted, in milliseconds from entry to exit. NaN without trades.
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
    "Calendar time, nights and weekends included; of bars of a day or longer by clocks of the exchange. Missing without trades.",
  better: "neither",
  compute: ({ tradeDurations }) =>
    tradeDurations.reduce((longest, one) => Math.max(longest, one), tradeDurations.length > 0 ? 0 : NaN),
  call: longestTradeOf,
});

function expectancyOf(pnl: Column): number {
  return mean(pnl);
}

/**
 * What one more trade may be expected to bring, in money: the mean profit of a trade.
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
  convention: "In account currency, after commissions; as a fraction it is the average trade. Missing without trades.",
  better: "higher",
  compute: (run) => expectancyOf(run.trades.pnl),
  call: expectancyOf,
});

function kellyFraction(wins: number, payoff: number): number {
  return payoff > 0 ? wins - (1 - wins) / payoff : NaN;
}

/**
 * The share of equity to bet for the fastest growth, if every trade either wins or loses its usual amount. Half of it is a bold bet already.
 *
 * Formula: W − (1 − W) / R with W the win rate and R the payoff ratio; a fraction. NaN where R is missing or 0.
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
    "What share of equity a trade should risk for the fastest growth, if trades to come are like those of the run; of money, after commissions. Below 0 there is nothing to bet on. Missing when no trade won or none lost.",
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
 * How large the average win is beside the average loss. At a win rate w the trades earn money when it is above (1 − w) / w.
 *
 * Formula: mean of profits / |mean of losses|, after commissions; a plain number. NaN without wins and without losses.
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
  convention: "Of money, after commissions; trades of profit 0 are neither. Missing when no trade won or none lost.",
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
 * How much the winning trades made for each unit of money that the losing trades lost: above 1 the trades earned money.
 *
 * Formula: Σ profits / |Σ losses|, after commissions; a plain number. 0 when no trade won. NaN without losses: the ratio then
 * has no bound, and a number in its place would rank a lucky run of two trades above all others.
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
    "Of money, after commissions. Missing when no trade lost, since the ratio then has no bound (see the win rate), and so without trades.",
  better: "higher",
  compute: (run) => profitFactorOf(run.trades.pnl),
  call: profitFactorOf,
});

function systemQualityNumber(pnl: Column): number {
  const { mean: average, deviation } = moments(pnl);
  return deviation > 0 ? (Math.sqrt(pnl.length) * average) / deviation : NaN;
}

/**
 * System quality number: how surely the mean profit of a trade is above zero. It is the t-value of that mean; 2 is where luck
 * begins to be an unlikely reason. It grows with the number of trades.
 *
 * Formula: √n·mean(profit) / σ₁(profit) with n trades and σ₁ the sample deviation; a plain number. NaN for fewer than two
 * trades, and when all profits are the same.
 *
 * Source: V. K. Tharp, "Definitive Guide to Position Sizing", 2008 (there of multiples of risk, with n at most 100).
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
    "Of money, after commissions; sample deviation (over n - 1); the number of trades is not capped. Missing for fewer than two trades, and when all profits are the same.",
  better: "higher",
  source: "V. K. Tharp, Definitive Guide to Position Sizing, 2008.",
  compute: (run) => systemQualityNumber(run.trades.pnl),
  call: systemQualityNumber,
});

/** Most trades in a row whose profit has the sign of `direction`. */
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
 * Most winning trades in a row. 0 for none of them; NaN without trades.
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
  convention: "In order of exits, after commissions; a trade of profit 0 ends a streak. Missing without trades.",
  better: "higher",
  compute: (run) => longestStreak(run.trades.pnl, 1),
  call: (pnl: Column) => longestStreak(pnl, 1),
});

/**
 * Most losing trades in a row. 0 for none of them; NaN without trades.
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
  convention: "In order of exits, after commissions; a trade of profit 0 ends a streak. Missing without trades.",
  better: "lower",
  compute: (run) => longestStreak(run.trades.pnl, -1),
  call: (pnl: Column) => longestStreak(pnl, -1),
});
