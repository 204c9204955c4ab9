import type { Column } from "../primitives/column.ts";
import type { Calendar } from "../time/calendar.ts";
import { DAY_MS } from "../time/civil-date.ts";
import { furthestEast } from "../time/furthest-east.ts";
import { weekdayOf } from "../time/holidays.ts";
import { intervalEnd, isDailyOrLonger } from "../time/interval.ts";
import { type Zone, zoneOf } from "../time/zone.ts";
import { barSessions } from "./bar-sessions.ts";
import type { Bars } from "./bars.ts";
import { isTraded } from "./instrument.ts";
import { defaultCalendar } from "./default-calendar.ts";
import type { Series, SeriesQuotes } from "./market-data.ts";
import type { Schedule } from "./schedule.ts";

/** Dates of bars, each as epoch milliseconds of its midnight in UTC, independent of the zone of the market. */
export interface BarDates {
  /** Date of each bar's session; for a bar of several days, the date of its first day. */
  readonly date: Column;
  /** Date of each bar's last session, which differs from `date` only for bars of several days. */
  readonly lastDate: Column;
}

/** The fields of a series that determine the dates of its bars. */
export interface DatedSeries {
  readonly bars: Bars;
  readonly schedule: Schedule;
  readonly calendar?: Calendar | undefined;
  /** Time zone of the days of the series, if there is no calendar. */
  readonly zone?: string | undefined;
  readonly quotes?: SeriesQuotes | undefined;
}

/**
 * Returns the date of each bar. An intraday bar has the date of its session in the calendar, which may open on the evening before. Without
 * a calendar, it has the local date of its start. A bar of a day or longer has the local date of its start in the zone of the calendar;
 * without a calendar, the `DefaultCalendar` determines the date.
 */
export function barDates({ bars, calendar, zone: days = bars.zone, quotes }: DatedSeries): BarDates {
  const { time, interval, length } = bars;
  const zone = zoneOf(calendar?.zone ?? days ?? "UTC");
  const dayOf = (instant: number): number => Math.floor(zone.toLocal(instant) / DAY_MS) * DAY_MS;
  // A bar with a quote has the date of its end. One millisecond less, since an end at midnight belongs to the day before.
  if (quotes !== undefined) return singleDates(quotes.time.map((end) => dayOf(end - 1)));
  if (!isDailyOrLonger(interval)) {
    if (calendar === undefined) return singleDates(localDates(zone, time));
    const { sessions, first } = barSessions(bars, calendar);
    return singleDates(Float64Array.from(first, (place) => sessions.date[place]! * DAY_MS));
  }
  const dateOf = dateOfStart({ bars, calendar, zone: days });
  const date = new Float64Array(length);
  for (let i = 0; i < length; i++) date[i] = dateOf(time[i]!) * DAY_MS;
  if (interval === "1d") return singleDates(date);
  if (calendar !== undefined) {
    const { sessions, last } = barSessions(bars, calendar);
    return { date, lastDate: Float64Array.from(last, (place) => sessions.date[place]! * DAY_MS) };
  }
  // Without a calendar, the last session of a bar is the last weekday before the next bar starts, and within the interval.
  const lastDate = date.map((day, i) => {
    const end = Math.min(intervalEnd(interval, day), i + 1 < length ? date[i + 1]! : Infinity);
    return Math.max(day, weekdayAtOrBefore(end - DAY_MS));
  });
  return { date, lastDate };
}

/** Returns the local dates of increasing times, in milliseconds. Looks up the zone's offset once per day, if clocks do not change on it. */
function localDates(zone: Zone, time: Column): Column {
  const days = new Float64Array(time.length);
  for (let i = 0; i < time.length;) {
    const offset = zone.offset(time[i]!);
    const day = Math.floor((time[i]! + offset) / DAY_MS) * DAY_MS;
    const end = day + DAY_MS - offset;
    days[i++] = day;
    if (zone.offset(end) === offset) while (i < time.length && time[i]! < end) days[i++] = day;
  }
  return days;
}

/** Returns a function from the start of a bar of a day or longer to its date, in days since 1970-01-01. */
export function dateOfStart({ bars, calendar, zone = bars.zone }: Pick<DatedSeries, "bars" | "calendar" | "zone">) {
  if (calendar === undefined) return defaultCalendar(zone).dateOf;
  const clock = zoneOf(calendar.zone);
  return (start: number): number => Math.floor(clock.toLocal(start) / DAY_MS);
}

/**
 * Returns the zone in which to read a user's date that applies to several series: the zone of the series that is furthest east, so that no
 * series begins before the date. A series with a calendar west of UTC counts as UTC.
 */
export function dateZone(all: readonly Series[]): string {
  const series = all.filter(({ instrument }) => isTraded(instrument));
  if (series.length === 0) return "UTC";
  return furthestEast(
    series.map((one) =>
      // West of UTC, sessions can open on the evening before, and midnight UTC is closer to such an open than local midnight.
      one.calendar === undefined ? barDateZone(one) : furthestEast(["UTC", one.calendar.zone ?? "UTC"]),
    ),
  );
}

/** Returns the zone of the dates of bars: their own zone, or UTC for daily bars that do not start at midnight in that zone. */
function barDateZone({ bars, zone = bars?.zone }: Series): string {
  if (zone === undefined || bars.length === 0 || !isDailyOrLonger(bars.interval)) return zone ?? "UTC";
  return defaultCalendar(zone).isMidnight(bars.time[0]!) ? zone : "UTC";
}

/**
 * Returns the date of each closing in `times`. If several bars or sessions close at the same time, the latest date counts. Dates never
 * decrease: a monthly bar that closes after a weekly bar has at least the date of the week.
 */
export function closingDates(series: readonly DatedSeries[], dates: readonly BarDates[], times: Column): BarDates {
  const own = series.flatMap((one, s) => {
    const bars = { closes: one.schedule.closeTime, dates: dates[s]! };
    return one.schedule.sessionIsBar
      ? [bars]
      : [bars, { closes: one.schedule.sessionClose, dates: singleDates(sessionDates(one)) }];
  });
  const latest = (member: keyof BarDates): Column => {
    const column = new Float64Array(times.length).fill(-Infinity);
    for (const { closes, dates: ownDates } of own) writeLatestDates(column, times, closes, ownDates[member]);
    for (let i = 1; i < column.length; i++) if (column[i]! < column[i - 1]!) column[i] = column[i - 1]!;
    return column;
  };
  const date = latest("date");
  // Bars of a day or shorter have one date only.
  return own.every(({ dates: { date: first, lastDate } }) => first === lastDate)
    ? singleDates(date)
    : { date, lastDate: latest("lastDate") };
}

/** Writes each date into `column` at the index that its close has in `times`, unless a later date is already there. */
function writeLatestDates(column: Column, times: Column, closes: Column, dates: Column): void {
  let at = 0;
  for (let next = 0; next < closes.length; next++) {
    const close = closes[next]!;
    if (times[at]! < close) at = firstAtOrAfter(times, close, at + 1);
    if (times[at] === close && dates[next]! > column[at]!) column[at] = dates[next]!;
  }
}

/** Returns the index of the first of `times` at or after `time`, searching from index `from`. Fast if the result is near `from`. */
function firstAtOrAfter(times: Column, time: number, from: number): number {
  let step = 1;
  while (from + step <= times.length && times[from + step - 1]! < time) step *= 2;
  let low = from + (step >> 1);
  let high = Math.min(from + step, times.length);
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Dates of the session closes of several series. Queries must be in order of time. */
export class SessionCloseDates {
  readonly #columns: readonly { readonly close: Column; readonly date: Column }[];
  readonly #next: Int32Array;

  constructor(series: readonly DatedSeries[], dates: readonly BarDates[]) {
    this.#columns = series.map((one, s) => {
      const { closeTime, sessionClose, sessionIsBar } = one.schedule;
      return sessionIsBar
        ? { close: closeTime, date: dates[s]!.date }
        : { close: sessionClose, date: sessionDates(one) };
    });
    this.#next = new Int32Array(series.length);
  }

  /** Returns the date of the session of a series that closes at `time`. */
  at(series: number, time: number): number {
    const { close, date } = this.#columns[series]!;
    const next = this.#next;
    while (next[series]! + 1 < close.length && close[next[series]! + 1]! <= time) next[series]!++;
    return date[next[series]!]!;
  }

  /**
   * Counts how many of the times from index `from` to `end` are the next session closes of a series with increasing dates, and moves past
   * them.
   */
  countIncreasing(series: number, times: Column, from: number, end: number): number {
    const { close, date } = this.#columns[series]!;
    const first = this.#next[series]! + 1;
    const most = Math.min(end - from, close.length - first);
    let count = 0;
    while (
      count < most &&
      close[first + count] === times[from + count] &&
      date[first + count]! > date[first + count - 1]!
    )
      count++;
    this.#next[series]! += count;
    return count;
  }
}

/**
 * Returns the dates of the sessions of a schedule. Without a calendar, the date of a session is the local date just before its close, which
 * may be midnight.
 */
function sessionDates({ schedule: { sessionClose }, calendar, zone = "UTC" }: DatedSeries): Column {
  if (calendar === undefined || sessionClose.length === 0) {
    const clock = zoneOf(zone);
    return sessionClose.map((close) => Math.floor(clock.toLocal(close - 1) / DAY_MS) * DAY_MS);
  }
  const days = [sessionClose[0]! / DAY_MS - 2, sessionClose.at(-1)! / DAY_MS + 2].map(Math.floor);
  const sessions = calendar.sessions(days[0]!, days[1]!);
  let place = 0;
  return sessionClose.map((close) => {
    while (place + 1 < sessions.length && sessions.close[place]! < close) place++;
    return sessions.date[place]! * DAY_MS;
  });
}

/** Returns the day, or the Friday before it if the day is on a weekend. */
function weekdayAtOrBefore(day: number): number {
  const weekday = weekdayOf(day / DAY_MS);
  return weekday === 6 ? day - DAY_MS : weekday === 0 ? day - 2 * DAY_MS : day;
}

function singleDates(date: Column): BarDates {
  return { date, lastDate: date };
}
