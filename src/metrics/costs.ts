import { defineMetric } from "./define.ts";
import { ROUNDING } from "./statistics.ts";
import type { Column } from "../primitives/column.ts";

/** Commission paid: sum of the commissions of all fills. */
export const commissionPaid = defineMetric({
  name: "commission-paid",
  title: "Commission paid",
  group: "cost",
  unit: "money",
  formula: "sum of the commissions of all fills",
  convention:
    "Includes the commissions of positions still open, so it can exceed the sum over closed trades. 0 without fills.",
  better: "lower",
  compute: (run) => run.commissionPaid,
});

/** Slippage paid: cost of slippage over all fills. */
export const slippagePaid = defineMetric({
  name: "slippage-paid",
  title: "Slippage paid",
  group: "cost",
  unit: "money",
  formula: "sum over fills of value * slippage per unit / price",
  convention:
    "Money lost by filling at worse prices than without slippage. Includes fills of positions still open. 0 without fills.",
  better: "lower",
  compute: (run) => run.slippagePaid,
});

function computeCostShare(profit: number, costs: number, equity = 0): number {
  const gross = profit + costs;
  return gross > ROUNDING * equity ? costs / gross : NaN;
}

/**
 * Cost share: fraction of the gain before costs that commission and slippage consumed.
 *
 * Formula: costs / (profit + costs) with the profit after costs; a fraction, above 1 if costs turned a gain into a loss. NaN without a gain
 * before costs. A gain within the rounding error of `equity`, the starting equity, counts as none.
 *
 * @example
 * metrics.costShare(300, 100); // 0.25
 */
export const costShare = defineMetric({
  name: "cost-share",
  title: "Cost share",
  group: "cost",
  unit: "fraction",
  formula: "(commission + slippage) / (final equity - starting cash + commission + slippage)",
  convention:
    "Share of the gain before costs that commission and slippage consumed. Above 1, costs exceeded the gain. Missing without a gain before costs.",
  better: "lower",
  compute(run) {
    const profit = (run.equity.at(-1) ?? NaN) - run.startEquity;
    return computeCostShare(profit, run.commissionPaid + run.slippagePaid, run.startEquity);
  },
  call: computeCostShare,
});

function computeTurnover(tradedValue: number, equity: Column, sessions: Int32Array, periodsPerYear: number): number {
  const n = sessions.length;
  let total = 0;
  for (let i = 0; i < n; i++) total += equity[sessions[i]!]!;
  return total > 0 ? (tradedValue / 2 / (total / n)) * (periodsPerYear / n) : NaN;
}

/**
 * Turnover: how many times a year the whole equity is bought and sold.
 *
 * Formula: traded value / 2 / mean(E) · A / n with E equity at the close of n sessions, A of them a year; a plain number. NaN without sessions
 * and for mean equity at or below zero.
 *
 * @example
 * metrics.turnover(8_000, Float64Array.of(900, 1_100), Int32Array.of(0, 1), 4); // 8
 */
export const turnover = defineMetric({
  name: "turnover",
  title: "Turnover",
  group: "cost",
  unit: "ratio",
  formula: "value of all fills / 2 / mean equity * sessions per year / sessions",
  convention:
    "How many times a year the whole equity is bought and sold. Equity is the mean over session closes. Missing without sessions, and for mean equity at or below zero.",
  better: "lower",
  compute: ({ equity, sessions, tradedValue, periodsPerYear }) =>
    computeTurnover(tradedValue, equity, sessions, periodsPerYear),
  call: computeTurnover,
});
