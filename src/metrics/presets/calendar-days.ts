import { sum } from "../statistics.ts";
import type { Column } from "../../primitives/column.ts";
import type { Performance } from "../performance.ts";
import type { Basis } from "./returns.ts";

/** Milliseconds of a calendar day. */
export const DAY = 86_400_000;

/**
 * By calendar days, from the day after that of the first session on: a day on which no session closed has a return of 0. An engine that samples at every
 * midnight sees Saturdays and Sundays too. Sessions that close within a few hours of a day apart, as at a change of the clock, are a day apart.
 */
export function calendarBasis(run: Performance): Basis {
  const { returns, benchmarkReturns, sessions, time, periodsPerYear, riskFreeRate } = run;
  const days = new Float64Array(sessions.length).map((_, i) =>
    i === 0 ? 0 : Math.max(1, Math.round((time[sessions[i]!]! - time[sessions[i - 1]!]!) / DAY)),
  );
  const spread = (of: Column): Column => {
    const spent = new Float64Array(sum(days));
    let day = -1;
    for (let i = 1; i < days.length; i++) spent[(day += days[i]!)] = of[i]!;
    return spent;
  };
  return {
    returns: spread(returns),
    benchmark: spread(benchmarkReturns),
    periodsPerYear,
    riskFree: riskFreeRate / periodsPerYear,
  };
}
