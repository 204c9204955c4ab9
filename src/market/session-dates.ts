import type { Column } from "../primitives/column.ts";
import type { Calendar } from "../time/calendar.ts";
import { DAY_MS } from "../time/civil-date.ts";
import { furthestEast } from "../time/furthest-east.ts";
import { weekdayOf } from "../time/holidays.ts";
import { intervalEnd, isDailyOrLonger } from "../time/interval.ts";
import { type Zone, zoneOf } from "../time/zone.ts";
import { barSessions } from "./bar-sessions.ts";
import type { Bars } from "./bars.ts";
import { defaultCalendar } from "./default-calendar.ts";
import type { Series, SeriesQuotes } from "./market-data.ts";
import type { Schedule } from "./schedule.ts";

/** The dates of bars, in milliseconds: the midnight of UTC that begins the date, whatever the zone of the market is. */
export interface BarDates {
  /** The date that a bar bears: of its session, or of a week or longer the one on which it begins. */
  readonly date: Column;
  /** The date of its last session. It differs from `date` for bars of several days. */
  readonly lastDate: Column;
}

/** What is dated: the bars of a series and its sessions. */
export interface DatedSeries {
  readonly bars: Bars;
  readonly schedule: Schedule;
  readonly calendar?: Calendar | undefined;
  /** Without a calendar, the zone of its days. */
  readonly zone?: string | undefined;
  readonly quotes?: SeriesQuotes | undefined;
}

/**
 * The date of each bar. A bar shorter than a day has the date of its session: by the calendar, which dates a session that opens the evening
 * before, and else the day of its zone. Bars of a day or longer have the date of their calendar's zone, and else of their
 * own days (`OwnDays`).
 */
export function barDates({ bars, calendar, zone: days = bars.zone, quotes }: DatedSeries): BarDates {
  const { time, interval, length } = bars;
  const zone = zoneOf(calendar?.zone ?? days ?? "UTC");
  const dayOf = (instant: number): number => Math.floor(zone.toLocal(instant) / DAY_MS) * DAY_MS;
  // Quotes are known at their ends.
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
  // Without a calendar a bar lasts until the next one begins, at most its interval, and weekends are expected to rest.
  const lastDate = date.map((day, i) => {
    const end = Math.min(intervalEnd(interval, day), i + 1 < length ? date[i + 1]! : Infinity);
    return Math.max(day, weekdayAtOrBefore(end - DAY_MS));
  });
  return { date, lastDate };
}

/** The dates of rising times in a zone, in milliseconds: looked up once a day, but on a day on which clocks change. */
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

/** The date that a bar of a day or longer bears, by its start, in days since 1970-01-01. */
export function dateOfStart({ bars, calendar, zone = bars.zone }: Pick<DatedSeries, "bars" | "calendar" | "zone">) {
  if (calendar === undefined) return defaultCalendar(zone).dateOf;
  const clock = zoneOf(calendar.zone);
  return (start: number): number => Math.floor(clock.toLocal(start) / DAY_MS);
}

/**
 * The zone in which days of series begin on their own dates: that of their bars, or east of UTC that of their calendar. Of several the one furthest
 * east: where clocks are ahead it is still the same date elsewhere.
 */
export function dateZone(series: readonly Series[]): string {
  if (series.length === 0) return "UTC";
  return furthestEast(
    series.map((one) =>
      // A calendar west of UTC has sessions that begin the evening before: midnight UTC is nearer to them than its own.
      one.calendar === undefined ? barDateZone(one) : furthestEast(["UTC", one.calendar.zone ?? "UTC"]),
    ),
  );
}

/** Days that do not begin at the midnights of their zone are dated by those of UTC. */
function barDateZone({ bars, zone = bars?.zone }: Series): string {
  if (zone === undefined || bars.length === 0 || !isDailyOrLonger(bars.interval)) return zone ?? "UTC";
  return defaultCalendar(zone).isMidnight(bars.time[0]!) ? zone : "UTC";
}

/**
 * The dates of moments at which a bar or a session of some series closes, in the order of `times`. Where several close at one moment the latest
 * date counts, and dates never go back: a month that ends after its last week has the date of that week.
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
    for (const { closes, dates: of } of own) writeLatestDates(column, times, closes, of[member]);
    for (let i = 1; i < column.length; i++) if (column[i]! < column[i - 1]!) column[i] = column[i - 1]!;
    return column;
  };
  const date = latest("date");
  // Bars of a day or less end on the date that they bear.
  return own.every(({ dates: of }) => of.date === of.lastDate)
    ? singleDates(date)
    : { date, lastDate: latest("lastDate") };
}

/** Puts each date at the time at which its bar or session closes, where it is later than what is there. */
function writeLatestDates(column: Column, times: Column, closes: Column, dates: Column): void {
  let at = 0;
  for (let next = 0; next < closes.length; next++) {
    const close = closes[next]!;
    if (times[at]! < close) at = firstAtOrAfter(times, close, at + 1);
    if (times[at] === close && dates[next]! > column[at]!) column[at] = dates[next]!;
  }
}

/** The place of the first of rising times that is not before one, from a place on: near to it, as a rule. */
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

/** The dates of the sessions of series that close; asked in the order of times. */
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

  /** The date of the session of a series that closes at a time. */
  at(series: number, time: number): number {
    const { close, date } = this.#columns[series]!;
    const next = this.#next;
    while (next[series]! + 1 < close.length && close[next[series]! + 1]! <= time) next[series]!++;
    return date[next[series]!]!;
  }

  /** How many of the times from a place up to an end are the closes of the next sessions of a series, each of a later date than the one before. */
  rising(series: number, times: Column, from: number, end: number): number {
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

/** The dates of the sessions of a schedule; without a calendar that of the moment before their close, which may be a midnight. */
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

/** A day, or the Friday before it where it is one of a weekend. */
function weekdayAtOrBefore(day: number): number {
  const weekday = weekdayOf(day / DAY_MS);
  return weekday === 6 ? day - DAY_MS : weekday === 0 ? day - 2 * DAY_MS : day;
}

function singleDates(date: Column): BarDates {
  return { date, lastDate: date };
}
