import { ANCHOR_PERIODS, type AnchorPeriod } from "../primitives/anchor-period.ts";
import { parameterError } from "../primitives/check.ts";
import type { Column } from "../primitives/column.ts";
import type { Calendar } from "../time/calendar.ts";
import { DAY_MS, monthOf, weekOf } from "../time/civil-date.ts";
import { isDailyOrLonger } from "../time/interval.ts";
import { zoneOf } from "../time/zone.ts";
import { barSessions } from "./bar-sessions.ts";
import type { Bars } from "./bars.ts";
import { defaultCalendar } from "./default-calendar.ts";
import { scheduleOf } from "./schedule.ts";
import { checkTimes } from "./validate-bars.ts";

/**
 * Returns the period of each bar, as an `anchor` column for indicators that restart with each period, such as `vwap`.
 * Periods are identified by their start, epoch milliseconds; 0 for `none`.
 *
 * Without a calendar, a bar belongs to the period in which it starts. A bar of a day or longer is its own session. A session of
 * intraday bars is a day of `zone` and begins with its first bar. Weeks begin on Monday and months on their first day, by the date
 * of each bar in its own zone; their ids are those dates at midnight UTC.
 *
 * With a calendar, a bar belongs to its session, including extended hours, or to the week or month of that session's date. Ids are
 * the midnights in the calendar's zone that begin the first date of each. A bar longer than a day belongs to the period of its first
 * session. Throws `BARS_INVALID` if times do not increase or the calendar has no session during a bar, and `PARAMETER_OUT_OF_RANGE`
 * for an unknown period.
 *
 * @example
 * vwap(bars.high, bars.low, bars.close, bars.volume, anchorOf(bars, "session"));
 */
export function anchorOf(bars: Bars, period: AnchorPeriod, calendar?: Calendar, zone = bars.zone): Column {
  if (!ANCHOR_PERIODS.includes(period)) throw parameterError("period", `one of ${ANCHOR_PERIODS.join(", ")}`, period);
  return calendar === undefined || period === "none"
    ? ANCHORS[period](bars, zone)
    : anchorByCalendar(bars, period, calendar);
}

const PERIOD_STARTS: Readonly<Record<Exclude<AnchorPeriod, "none">, (day: number) => number>> = {
  session: (day) => day,
  week: weekOf,
  month: monthOf,
};

function anchorByCalendar(bars: Bars, period: Exclude<AnchorPeriod, "none">, calendar: Calendar): Column {
  const { sessions, first } = barSessions(bars, calendar);
  const zone = zoneOf(calendar.zone);
  const firstDate = PERIOD_STARTS[period];
  let place = -1;
  let id = NaN;
  return Float64Array.from(first, (session) => {
    if (session !== place) id = zone.toInstantOrAfter(firstDate(sessions.date[session]!) * DAY_MS);
    place = session;
    return id;
  });
}

const ANCHORS: Readonly<Record<AnchorPeriod, (bars: Bars, zone: string | undefined) => Column>> = {
  session: sessionStarts,
  week: (bars, zone) => localBarDates(bars, zone).map((date) => weekOf(date) * DAY_MS),
  month: (bars, zone) => localBarDates(bars, zone).map((date) => monthOf(date) * DAY_MS),
  none: ({ length }) => new Float64Array(length),
};

function localBarDates({ interval, time }: Bars, zone: string | undefined): Column {
  checkTimes(time);
  if (isDailyOrLonger(interval)) return time.map(defaultCalendar(zone).dateOf);
  const clock = zoneOf(zone ?? "UTC");
  return time.map((start) => Math.floor(clock.toLocal(start) / DAY_MS));
}

function sessionStarts(bars: Bars, zone: string | undefined): Column {
  const { openTime, sessionOpen } = scheduleOf(bars, undefined, zone);
  let session = 0;
  return openTime.map((start) => {
    while (session + 1 < sessionOpen.length && sessionOpen[session + 1]! <= start) session++;
    return sessionOpen[session]!;
  });
}
