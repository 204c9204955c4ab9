import type { Column } from "../primitives/column.ts";
import { defineMetric } from "./define.ts";

/**
 * How often a year the whole account is bought and sold once over: every cost is paid that often.
 *
 * Formula: traded value / 2 / mean(E) · A / n with E equity at the close of n sessions, A of them a year; a plain number. NaN without sessions.
 *
 * @example
 * turnover(8_000, Float64Array.of(900, 1_100), Int32Array.of(0, 1), 4); // 8
 */
export function turnover(tradedValue: number, equity: Column, sessions: Int32Array, periodsPerYear: number): number {
  const n = sessions.length;
  let total = 0;
  for (let i = 0; i < n; i++) total += equity[sessions[i]!]!;
  return total > 0 ? (tradedValue / 2 / (total / n)) * (periodsPerYear / n) : NaN;
}

/** How often a year equity is turned over. */
export const turnoverMetric = defineMetric({
  name: "turnover",
  title: "Turnover",
  group: "cost",
  unit: "ratio",
  formula: "value of all fills / 2 / mean equity * A / sessions, with A sessions a year",
  convention:
    "How often a year equity is bought and sold once over; mean equity at the close of sessions. Missing without sessions, and for mean equity of zero or below.",
  better: "lower",
  compute: ({ equity, sessions, tradedValue, periodsPerYear }) =>
    turnover(tradedValue, equity, sessions, periodsPerYear),
});
