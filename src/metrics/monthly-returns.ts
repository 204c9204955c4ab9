import { checkNumber, parameterError } from "../primitives/check.ts";
import { checkSameLength, type Column } from "../primitives/column.ts";
import { defineMetricTable } from "./define.ts";

/** What one month brought. */
export type MonthlyReturn = {
  readonly year: number;
  /** 1 for January. */
  readonly month: number;
  /** A fraction. */
  readonly return: number;
};

/** Sessions and what the account was worth at their ends; the equity of a result is one. */
export interface DatedEquity {
  readonly equity: Column;
  /** Indices of the records at which a session closed, rising. */
  readonly sessions: Int32Array;
  /** Last date of each session, in milliseconds of its midnight in UTC. */
  readonly sessionDates: Column;
}

function monthlyReturnsOf(curve: DatedEquity, startEquity: number): readonly MonthlyReturn[] {
  const { equity, sessions, sessionDates } = checkCurve(curve);
  checkNumber("startEquity", startEquity);
  checkSameLength("dates of sessions", sessionDates, "sessions", sessions);
  const rows: MonthlyReturn[] = [];
  let before = startEquity;
  for (let i = 0; i < sessions.length;) {
    const first = new Date(sessionDates[i]!);
    const year = first.getUTCFullYear();
    const month = first.getUTCMonth() + 1;
    const end = Date.UTC(year, month, 1);
    do i++;
    while (i < sessions.length && sessionDates[i]! < end);
    const last = equity[sessions[i - 1]!]!;
    rows.push({ year, month, return: before > 0 ? (last - before) / before : NaN });
    before = last;
  }
  return rows;
}

/** Before there were dates of sessions, columns were given one by one: programs without types may still do so. */
function checkCurve(curve: DatedEquity): DatedEquity {
  const { equity, sessions, sessionDates } = Object(curve) as Partial<DatedEquity>;
  if (equity?.length === undefined || sessions?.length === undefined || sessionDates?.length === undefined)
    throw parameterError("curve", "an object of equity, sessions and sessionDates, such as result.equity", curve);
  return curve;
}

/**
 * Return of every calendar month in which a session closed, oldest first: equity at the month's last session over equity at
 * the last session before it, the first month over the starting cash. So the months multiply to the return of all sessions.
 *
 * A session belongs to the month of its last date, on the calendar of its market: a bar of 31 January that ends at midnight in
 * New York counts in January, and a week that ends on 2 February in February. NaN for a month that began with no equity.
 * Throws PARAMETER_OUT_OF_RANGE for what is no such curve.
 *
 * @example
 * const sessionDates = Float64Array.of(Date.UTC(2024, 0, 30), Date.UTC(2024, 0, 31), Date.UTC(2024, 1, 29));
 * const curve = { equity: Float64Array.of(105, 110, 99), sessions: Int32Array.of(0, 1, 2), sessionDates };
 * metrics.monthlyReturns(curve, 100).map((month) => month.return); // 0.1, -0.1
 */
export const monthlyReturns = defineMetricTable({
  name: "monthly-returns",
  title: "Monthly returns",
  group: "return",
  units: { year: "label", month: "label", return: "fraction" },
  formula: "equity at the last session of the month / equity at the last session before it - 1",
  convention:
    "By the month of a session's last date, on the calendar of its market; a week without a calendar is that of its Friday. First and last month may be partial; months without a session have no row. Missing for a month that began with no equity.",
  better: "higher",
  compute: (performance) => monthlyReturnsOf(performance, performance.startEquity),
  call: monthlyReturnsOf,
});
