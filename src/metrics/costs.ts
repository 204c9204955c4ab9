import { defineMetric } from "./define.ts";
import { ROUNDING } from "./statistics.ts";
import type { Column } from "../primitives/column.ts";

/** All commission of the run. */
export const commissionPaid = defineMetric({
  name: "commission-paid",
  title: "Commission paid",
  group: "cost",
  unit: "money",
  formula: "sum of the commissions of all fills",
  convention: "Of positions still open too, so it may be more than the closed trades paid. 0 when nothing was traded.",
  better: "lower",
  compute: (run) => run.commissionPaid,
});

/** All slippage of the run. */
export const slippagePaid = defineMetric({
  name: "slippage-paid",
  title: "Slippage paid",
  group: "cost",
  unit: "money",
  formula: "sum over fills of money booked * slippage per unit / price",
  convention:
    "By how much worse than the price they were aimed at the fills were, of positions still open too. 0 when nothing was traded.",
  better: "lower",
  compute: (run) => run.slippagePaid,
});

function computeCostShare(profit: number, costs: number, equity = 0): number {
  const gross = profit + costs;
  return gross > ROUNDING * equity ? costs / gross : NaN;
}

/**
 * How much of what the strategy earned went to those who carried it out.
 *
 * Formula: costs / (profit + costs) with the profit after costs; a fraction, above 1 when costs turned a gain into a loss. NaN when there was no
 * gain before costs: what rounding leaves of `equity`, from which the profit was counted, is none.
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
    "What share of the result before costs went to costs: above 1 they ate all of it. Missing when there was no gain before costs.",
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
 * How often a year the whole account is bought and sold once over: every cost is paid that often.
 *
 * Formula: traded value / 2 / mean(E) · A / n with E equity at the close of n sessions, A of them a year; a plain number. NaN without sessions.
 *
 * @example
 * metrics.turnover(8_000, Float64Array.of(900, 1_100), Int32Array.of(0, 1), 4); // 8
 */
export const turnover = defineMetric({
  name: "turnover",
  title: "Turnover",
  group: "cost",
  unit: "ratio",
  formula: "value of all fills / 2 / mean equity * A / sessions, with A sessions a year",
  convention:
    "How often a year equity is bought and sold once over; mean equity at the close of sessions. Missing without sessions, and for mean equity of zero or below.",
  better: "lower",
  compute: ({ equity, sessions, tradedValue, periodsPerYear }) =>
    computeTurnover(tradedValue, equity, sessions, periodsPerYear),
  call: computeTurnover,
});
