import { DAY_MS, dateOfDays, daysOfDate } from "../../time/civil-date.ts";
import type { Interval } from "../../time/interval.ts";
import { type Period, type PeriodLength, periodLength } from "../../time/period.ts";
import { refused } from "./refused.ts";

/** Days up to now for which Yahoo has bars of an interval; it has all of days and longer. */
const DAYS: Readonly<Partial<Record<Interval, number>>> = {
  "1m": 8,
  "2m": 60,
  "5m": 60,
  "15m": 60,
  "30m": 60,
  "90m": 60,
  "60m": 730,
  "1h": 730,
  "4h": 730,
};

const DAYS_OF_MONTH = 365 / 12;

/**
 * The period as Yahoo answers it: `max` cut to what there is of the interval. Throws INVALID_PARAMETERS for a period that is longer.
 */
export function yahooPeriod(
  text: string,
  period: Period | PeriodLength,
  interval: Interval,
  now: number,
): Period | PeriodLength {
  const most = DAYS[interval];
  if (most === undefined) return period;
  if (period === "max") return { days: most };
  const days = daysOf(typeof period === "string" ? periodLength(period) : period, now);
  if (days <= most) return period;
  throw refused(`period must be of at most ${most} days for bars of ${interval}, was ${text}`, [
    { in: "query", parameter: "period", value: text, reason: "period_too_long", interval, most_days: most },
  ]);
}

/** Sessions count as days: a holiday must not make five of them too many. */
function daysOf(length: PeriodLength, now: number): number {
  if ("sessions" in length) return length.sessions;
  if ("days" in length) return length.days;
  if ("months" in length) return Math.round(length.months * DAYS_OF_MONTH);
  const today = Math.floor(now / DAY_MS);
  return today - daysOfDate(dateOfDays(today).year, 1, 1);
}
