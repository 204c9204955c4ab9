import type { Column } from "../primitives/column.ts";
import { DAY_MS, dateOfDays, daysOfDate } from "../time/civil-date.ts";
import type { Bars } from "./bars.ts";
import { scheduleOf } from "./schedule.ts";

/** What an anchored indicator may begin anew with; `none` for all bars together. */
export type AnchorPeriod = "session" | "week" | "month" | "none";

/**
 * The period to which each bar belongs, as an `anchor` column for indicators that begin anew with each one, such as `vwap`.
 * Its ids are when the periods begin, epoch milliseconds; 0 for `none`.
 *
 * A bar belongs where it starts. A bar of a day or longer is a session of its own; a session of intraday bars is a UTC day, and
 * begins with its first bar. Weeks begin on Monday and months on their first day, at midnight UTC.
 *
 * @example
 * vwap(bars.high, bars.low, bars.close, bars.volume, anchorOf(bars, "session"));
 */
export function anchorOf(bars: Bars, period: AnchorPeriod): Column {
  return ANCHORS[period](bars);
}

const ANCHORS: Readonly<Record<AnchorPeriod, (bars: Bars) => Column>> = {
  session: sessionOf,
  week: ({ time }) => time.map((start) => weekOf(Math.floor(start / DAY_MS)) * DAY_MS),
  month: ({ time }) => time.map((start) => monthOf(Math.floor(start / DAY_MS)) * DAY_MS),
  none: ({ length }) => new Float64Array(length),
};

function sessionOf(bars: Bars): Column {
  const { openTime, sessionOpen } = scheduleOf(bars);
  let session = 0;
  return openTime.map((start) => {
    while (session + 1 < sessionOpen.length && sessionOpen[session + 1]! <= start) session++;
    return sessionOpen[session]!;
  });
}

/** The Monday on or before a day, both in days since 1970-01-01, a Thursday. */
function weekOf(day: number): number {
  return Math.floor((day + 3) / 7) * 7 - 3;
}

function monthOf(day: number): number {
  const { year, month } = dateOfDays(day);
  return daysOfDate(year, month, 1);
}
