import type { Column } from "../primitives/column.ts";
import { defineMetric } from "./define.ts";
import { mean, ROUNDING } from "./moments.ts";

/**
 * How steadily the account moved: the share of the variance of log equity that a straight line over the sessions explains.
 *
 * Formula: R² of the regression of log(E) on the number of the session; from 0 to 1. NaN for fewer than three sessions, for equity that
 * stands still, and where it is zero or below.
 *
 * @example
 * stability(Float64Array.of(100, 110, 100, 121), Int32Array.of(0, 1, 2, 3), 100); // 0.454545
 */
export function stability(equity: Column, sessions: Int32Array, startEquity: number): number {
  const n = sessions.length;
  if (n < 3) return NaN;
  const logs = new Float64Array(n);
  for (let i = 0; i < n; i++) logs[i] = Math.log(equity[sessions[i]!]! / startEquity);
  const average = mean(logs);
  const middle = (n - 1) / 2;
  let product = 0;
  let squares = 0;
  for (let i = 0; i < n; i++) {
    const difference = logs[i]! - average;
    product += (i - middle) * difference;
    squares += difference * difference;
  }
  const places = (n * (n * n - 1)) / 12;
  return Math.sqrt(squares / n) > ROUNDING ? (product * product) / (places * squares) : NaN;
}

/** How straight the logarithm of equity runs. */
export const stabilityMetric = defineMetric({
  name: "stability",
  title: "Stability",
  group: "ratio",
  unit: "fraction",
  formula: "R^2 of the straight line through log(equity) at the close of each session",
  convention:
    "1 for an account that grows (or shrinks) at a steady rate; the starting cash is no point of the line. Missing for fewer than three sessions, for equity that stands still, and for an account at zero or below.",
  better: "higher",
  inSummary: false,
  compute: ({ equity, sessions, startEquity }) => stability(equity, sessions, startEquity),
});
