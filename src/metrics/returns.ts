import type { Column } from "../primitives/column.ts";
import { defineMetric } from "./define.ts";
import { roundToBooked, relativeChange, largest, smallest } from "./statistics.ts";

function totalReturnOf(equity: Column, startEquity: number): number {
  return equity.length > 0 ? relativeChange(startEquity, equity.at(-1)!) : NaN;
}

/**
 * Total return: gain over the whole run as a fraction of the starting equity; 0.25 is 25%.
 *
 * Formula: (E − E₀) / E₀ with E the last record of equity; 0 if the difference is within floating-point rounding. Below -1 if the account
 * owes money. NaN without records.
 *
 * @example
 * metrics.totalReturn(Float64Array.of(101, 98, 125), 100); // 0.25
 */
export const totalReturn = defineMetric({
  name: "total-return",
  title: "Total return",
  group: "return",
  unit: "fraction",
  formula: "(final equity - starting cash) / starting cash",
  convention:
    "Open positions are valued at their last price, without a commission for closing them. Missing without records.",
  better: "higher",
  compute: ({ equity, startEquity }) => totalReturnOf(equity, startEquity),
  call: totalReturnOf,
});

function annualReturnOf(runReturn: number, sessions: number, periodsPerYear: number): number {
  const growth = 1 + runReturn;
  return growth >= 0 && sessions > 0 ? growth ** (periodsPerYear / sessions) - 1 : NaN;
}

/**
 * Annual return, annualized by the number of sessions. It differs from `cagr`, which counts calendar days, if the run does not
 * have the usual number of sessions: a start in mid-week, a market that trades on weekends, or a recording with gaps.
 *
 * Formula: (1 + return)^(A / n) − 1 with the return up to the last of n sessions and A sessions a year; a fraction. NaN without sessions
 * and for equity below zero.
 *
 * Source: the annual return of empyrical and vectorbt.
 *
 * @example
 * metrics.annualReturn(0.1, 126, 252); // 0.21
 */
export const annualReturn = defineMetric({
  name: "annual-return",
  title: "Annual return",
  group: "return",
  unit: "fraction",
  formula: "(equity at the last session close / starting cash)^(sessions per year / sessions) - 1",
  convention:
    "Annualized by the number of sessions, while CAGR counts calendar days. The first session is included. Missing without sessions, and for equity below zero.",
  better: "higher",
  source: "The annual return of empyrical and vectorbt.",
  compute({ equity, sessions, startEquity, periodsPerYear }) {
    const last = equity[sessions.at(-1) ?? -1] ?? NaN;
    return annualReturnOf(relativeChange(startEquity, last), sessions.length, periodsPerYear);
  },
  call: annualReturnOf,
});

const YEAR = 365.25 * 86_400_000;

function cagrOf(runReturn: number, startTime: number, endTime: number): number {
  const growth = 1 + runReturn;
  const years = (endTime - startTime) / YEAR;
  return growth >= 0 && years > 0 ? growth ** (1 / years) - 1 : NaN;
}

/**
 * Compound annual growth rate: the annual return that grows the starting equity to the final equity over the same calendar
 * time. Below a year it extrapolates, so a good week gives an absurdly high rate.
 *
 * Formula: (1 + total return)^(1 / years) − 1 with years = (end − start) / 365.25 days; times in epoch milliseconds, a fraction.
 * NaN if no time has passed, and if the account ended below zero.
 *
 * @example
 * metrics.cagr(0.21, Date.UTC(2020, 0, 1), Date.UTC(2022, 0, 1)); // 0.0999283
 */
export const cagr = defineMetric({
  name: "cagr",
  title: "CAGR",
  group: "return",
  unit: "fraction",
  formula: "(final equity / starting cash)^(365.25 / days) - 1",
  convention:
    "Days are calendar days from the start of the first bar to the end of the last. -1 for an account that ended at zero. Missing if it ended below zero, and if no time has passed.",
  better: "higher",
  compute: ({ equity, startEquity, startTime, endTime }) =>
    cagrOf(totalReturnOf(equity, startEquity), startTime, endTime),
  call: cagrOf,
});

/** Buy-and-hold return: gain of the same money invested at the first open and held. */
export const buyAndHoldReturn = defineMetric({
  name: "buy-and-hold-return",
  title: "Buy and hold return",
  group: "return",
  unit: "fraction",
  formula: "(final value of buy and hold - starting cash) / starting cash",
  convention:
    "The starting cash is invested at the first open and held to the last record. Includes dividends if the run pays them. Missing without records.",
  better: "neither",
  compute: ({ buyAndHold, startEquity }) => totalReturnOf(buyAndHold, startEquity),
});

/** Final equity: last record of equity. */
export const finalEquity = defineMetric({
  name: "final-equity",
  title: "Final equity",
  group: "return",
  unit: "money",
  formula: "last record of equity",
  convention:
    "Open positions are valued at their last price, without a commission for closing them. Rounded to the decimals of the account currency. Missing without records.",
  better: "higher",
  compute: ({ equity, moneyDecimals }) => roundToBooked(equity.at(-1) ?? NaN, moneyDecimals),
});

/** Peak equity: highest record of equity, at least the starting cash. */
export const peakEquity = defineMetric({
  name: "peak-equity",
  title: "Peak equity",
  group: "return",
  unit: "money",
  formula: "max(starting cash, largest record of equity)",
  convention:
    "Equity is recorded at bar closes, so higher values inside a bar are not seen. Rounded to the decimals of the account currency. Missing without records.",
  better: "higher",
  compute: ({ equity, startEquity, moneyDecimals }) =>
    roundToBooked(equity.length > 0 ? Math.max(startEquity, largest(equity)) : NaN, moneyDecimals),
});

/**
 * Best session: largest return of a session. NaN without sessions.
 *
 * @example
 * metrics.bestSession(Float64Array.of(0.01, -0.02, 0.03)); // 0.03
 */
export const bestSession = defineMetric({
  name: "best-session",
  title: "Best session",
  group: "return",
  unit: "fraction",
  formula: "largest r, with r the return of a session",
  convention: "Sessions that began without equity are left out. Missing without sessions.",
  better: "higher",
  compute: ({ returns }) => largest(returns),
  call: (returns: Column) => largest(returns),
});

/**
 * Worst session: smallest return of a session. NaN without sessions.
 *
 * @example
 * metrics.worstSession(Float64Array.of(0.01, -0.02, 0.03)); // -0.02
 */
export const worstSession = defineMetric({
  name: "worst-session",
  title: "Worst session",
  group: "return",
  unit: "fraction",
  formula: "smallest r, with r the return of a session",
  convention: "Sessions that began without equity are left out. Missing without sessions.",
  better: "higher",
  compute: ({ returns }) => smallest(returns),
  call: (returns: Column) => smallest(returns),
});
