import { defineMetric } from "./define.ts";
import { totalReturn } from "./total-return.ts";

const YEAR = 365.25 * 86_400_000;

/**
 * Compound annual growth rate: the yearly return that would have turned the first equity into the last over the same calendar
 * time. Below a year it extrapolates, and a good week becomes an absurd number.
 *
 * Formula: (1 + total return)^(1 / years) − 1 with years = (end − start) / 365.25 days; times in epoch milliseconds, a fraction.
 * NaN when no time has passed and when the account ended below zero.
 *
 * @example
 * cagr(0.21, Date.UTC(2020, 0, 1), Date.UTC(2022, 0, 1)); // 0.0999283
 */
export function cagr(runReturn: number, startTime: number, endTime: number): number {
  const growth = 1 + runReturn;
  const years = (endTime - startTime) / YEAR;
  return growth >= 0 && years > 0 ? growth ** (1 / years) - 1 : NaN;
}

/** Compound annual growth rate. */
export const cagrMetric = defineMetric({
  name: "cagr",
  title: "CAGR",
  group: "return",
  unit: "fraction",
  formula: "(final equity / starting cash)^(365.25 / days) - 1",
  convention:
    "Days are calendar days from the start of the first traded bar to the end of the last. -1 for an account that ended at zero; missing when it ended below zero or no time has passed.",
  better: "higher",
  compute: ({ equity, startEquity, startTime, endTime }) => cagr(totalReturn(equity, startEquity), startTime, endTime),
});
