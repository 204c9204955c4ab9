import type { RunResult } from "../engine/run-result.ts";
import { monthlyReturns } from "../metrics/monthly-returns.ts";
import { roundedNumber } from "../primitives/json.ts";

/** Monthly returns of one year, as fractions; null for a month without a session. */
export type MonthlyRow = ReturnType<typeof monthlyTable>[number];

const DECIMALS = 6;

/** Monthly returns, one row per year, oldest first. */
export function monthlyTable({ equity, settings }: RunResult) {
  const years = new Map<number, { months: (number | null)[]; growth: number }>();
  for (const row of monthlyReturns(equity, settings.cash)) {
    let year = years.get(row.year);
    if (year === undefined) years.set(row.year, (year = { months: Array.from({ length: 12 }, () => null), growth: 1 }));
    year.months[row.month - 1] = roundedNumber(row.return, DECIMALS);
    year.growth *= 1 + row.return;
  }
  return Array.from(years, ([year, { months, growth }]) => ({
    year,
    /** Returns from January to December. */
    months,
    /** Return of the year, compounded from its months. */
    total: roundedNumber(growth - 1, DECIMALS),
  }));
}
