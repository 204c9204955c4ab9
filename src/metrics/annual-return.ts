import { defineMetric } from "./define.ts";

/**
 * Yearly return by counting sessions instead of days. It differs from the growth rate by calendar days when the sessions of
 * the run are not those of a usual year: a start in mid-week, a market that trades at weekends, a recording with gaps.
 *
 * Formula: (1 + total return)^(A / n) − 1 with n sessions, A of them a year; a fraction. NaN without sessions and below zero.
 *
 * Source: the annual return of empyrical and vectorbt.
 *
 * @example
 * annualReturn(0.1, 126, 252); // 0.21
 */
export function annualReturn(runReturn: number, sessions: number, periodsPerYear: number): number {
  const growth = 1 + runReturn;
  return growth >= 0 && sessions > 0 ? growth ** (periodsPerYear / sessions) - 1 : NaN;
}

/** Yearly return by sessions. */
export const annualReturnMetric = defineMetric({
  name: "annual-return",
  title: "Annual return",
  group: "return",
  unit: "fraction",
  formula: "(equity at the last session's close / starting cash)^(sessions a year / sessions) - 1",
  convention:
    "By sessions where CAGR goes by calendar days; the first session counts. Missing without sessions and for an account below zero.",
  better: "higher",
  source: "The annual return of empyrical and vectorbt.",
  compute({ equity, sessions, startEquity, periodsPerYear }) {
    const last = equity[sessions.at(-1) ?? -1] ?? NaN;
    return annualReturn((last - startEquity) / startEquity, sessions.length, periodsPerYear);
  },
});
