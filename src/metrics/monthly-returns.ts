import type { Column } from "../primitives/column.ts";
import { defineMetricTable } from "./define.ts";

/** What one month brought. */
export type MonthlyReturn = {
  readonly year: number;
  /** 1 for January. */
  readonly month: number;
  /** A fraction. */
  readonly return: number;
};

/**
 * Return of every calendar month in which a session closed, oldest first: equity at the month's last session over equity at
 * the last session before it, the first month over the starting cash. So the months multiply to the return of all sessions.
 *
 * A session belongs to the month (UTC) of the millisecond before its close: a daily bar of the 31st closes at midnight, which
 * is the 1st. The months of exchanges from New York to Sydney come out as at home, since their sessions close within the UTC
 * day of the same date. NaN for a month that began with no equity.
 *
 * @example
 * const time = Float64Array.of(Date.UTC(2024, 0, 31), Date.UTC(2024, 1, 1), Date.UTC(2024, 2, 1));
 * monthlyReturns(time, Float64Array.of(105, 110, 99), Int32Array.of(0, 1, 2), 100).map((month) => month.return); // 0.1, -0.1
 */
export function monthlyReturns(
  time: Column,
  equity: Column,
  sessions: Int32Array,
  startEquity: number,
): readonly MonthlyReturn[] {
  const rows: MonthlyReturn[] = [];
  let before = startEquity;
  for (let i = 0; i < sessions.length;) {
    const first = new Date(time[sessions[i]!]! - 1);
    const year = first.getUTCFullYear();
    const month = first.getUTCMonth() + 1;
    const end = Date.UTC(year, month, 1);
    do i++;
    while (i < sessions.length && time[sessions[i]!]! <= end);
    const last = equity[sessions[i - 1]!]!;
    rows.push({ year, month, return: before > 0 ? (last - before) / before : NaN });
    before = last;
  }
  return rows;
}

/** Returns by calendar month. */
export const monthlyReturnsTable = defineMetricTable<MonthlyReturn>({
  name: "monthly-returns",
  title: "Monthly returns",
  group: "return",
  units: { year: "label", month: "label", return: "fraction" },
  formula: "equity at the last session of the month / equity at the last session before it - 1",
  convention:
    "By the UTC month of the millisecond before a session's close, so a daily bar that closes at midnight counts in the month it traded in. First and last month may be partial; months without a session have no row. Missing for a month that began with no equity.",
  better: "higher",
  compute: ({ time, equity, sessions, startEquity }) => monthlyReturns(time, equity, sessions, startEquity),
});
