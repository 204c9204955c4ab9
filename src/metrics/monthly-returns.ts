import { checkNumber, parameterError } from "../primitives/check.ts";
import { checkSameLength, type Column } from "../primitives/column.ts";
import { defineMetricTable } from "./define.ts";

/** Return of one month. */
export type MonthlyReturn = {
  readonly year: number;
  /** Number of the month, 1 for January. */
  readonly month: number;
  /** Return of the month, a fraction. */
  readonly return: number;
};

/** Equity with its sessions and their dates, such as `result.equity`. */
export interface DatedEquity {
  readonly equity: Column;
  /** Indexes of the records at which a session closed, increasing. */
  readonly sessions: Int32Array;
  /** Last date of each session, as epoch milliseconds of its midnight in UTC. */
  readonly sessionDates: Column;
}

function monthlyReturnsOf(curve: DatedEquity, startEquity: number): readonly MonthlyReturn[] {
  const { equity, sessions, sessionDates } = checkCurve(curve);
  checkNumber("startEquity", startEquity);
  checkSameLength("sessionDates", sessionDates, "sessions", sessions);
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

/** Checks that `curve` is an object of columns. A program without types could pass the columns as separate arguments. */
function checkCurve(curve: DatedEquity): DatedEquity {
  const { equity, sessions, sessionDates } = Object(curve) as Partial<DatedEquity>;
  if (equity?.length === undefined || sessions?.length === undefined || sessionDates?.length === undefined)
    throw parameterError("curve", "an object with equity, sessions and sessionDates, such as result.equity", curve);
  return curve;
}

/**
 * Monthly returns: one row per calendar month in which a session closed, oldest first. Each is equity at the month's last session divided
 * by equity at the session before the month, minus 1. The first month starts from the starting cash. The months multiply to the return
 * of all sessions.
 *
 * A session belongs to the month of its last date, on the calendar of its market. A bar of 31 January that ends at midnight in New York
 * counts in January; a week that ends on 2 February counts in February. NaN for a month that began without equity.
 * Throws `PARAMETER_OUT_OF_RANGE` if `curve` is not an object with equity, sessions and session dates.
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
    "A session belongs to the month of its last date, on the calendar of its market. A weekly bar without a calendar has the date of its Friday. The first and last month may be partial. Months without a session have no row. Missing for a month that began without equity.",
  better: "higher",
  compute: (performance) => monthlyReturnsOf(performance, performance.startEquity),
  call: monthlyReturnsOf,
});
