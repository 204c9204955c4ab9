import { type BarHours, barHours } from "./schedule.ts";
import { parameterError } from "../primitives/check.ts";
import type { Column } from "../primitives/column.ts";
import { HindcastError } from "../primitives/errors.ts";
import type { Calendar, SessionColumns } from "../time/calendar.ts";
import { DAY_MS, monthOf, monthsLater, quarterOf, weekOf } from "../time/civil-date.ts";
import { checkInterval, fixedLength, type Interval, INTERVALS, isDailyOrLonger } from "../time/interval.ts";
import { zoneOf } from "../time/zone.ts";
import { type BarSessions, barSessions, closeAsKnown, regularEnds } from "./bar-sessions.ts";
import type { Bars } from "./bars.ts";
import { calendarOrDefault, isDefaultCalendar } from "./default-calendar.ts";
import { checkTimes } from "./validate-bars.ts";

interface SessionCount {
  day: number;
  ordinal: number;
}

const sessionCounts = new WeakMap<Calendar, SessionCount>();

/**
 * How many sessions a calendar has from 1970-01-01 up to but not including a day; negative before. The number of a session is the
 * same wherever a recording begins.
 */
function sessionOrdinal(calendar: Calendar, day: number): number {
  let count = sessionCounts.get(calendar);
  if (count === undefined) sessionCounts.set(calendar, (count = { day: 0, ordinal: 0 }));
  if (day > count.day) count.ordinal += calendar.sessions(count.day, day - 1).length;
  if (day < count.day) count.ordinal -= calendar.sessions(day, count.day - 1).length;
  count.day = day;
  return count.ordinal;
}

/** By which sessions bars are joined, and which of them take part. */
export interface GroupOptions {
  /** Without one each day of the zone is a session. */
  readonly calendar?: Calendar | undefined;
  /** IANA zone of the days where no calendar is given; by default the zone of the bars; where that is unknown, that of bars of a day or longer as their starts show it, and UTC for others. */
  readonly zone?: string | undefined;
  /** Whether bars before the open and after the close take part; `regular`, the default, leaves them out. */
  readonly hours?: BarHours | undefined;
  /** Starts of the bars before these, where these are the rest of a series: by them it is known whether weekends trade. */
  readonly earlier?: Column | undefined;
  /** When each bar closes, where a bar that follows these shows that one is over before its interval. */
  readonly closes?: Column | undefined;
}

/** Which bars make up each coarser bar. Depends on times alone; made once, it serves any prices. */
export interface CoarseGroups {
  readonly interval: Interval;
  /** Coarser bars. */
  readonly length: number;
  /** The bars that are joined: those given, or those of regular hours among them. */
  readonly source: Bars;
  /** Index into `source` of the first bar of each coarser bar, and behind them the number of its bars. */
  readonly starts: Int32Array;
  /** Stamp of each coarser bar, epoch milliseconds. */
  readonly time: Column;
  /** When each coarser bar is complete; Infinity where the calendar does not reach its end. Never falls. */
  readonly closeTime: Column;
  /** Date of the last session in each coarser bar, in days since 1970-01-01: by it corporate actions are counted. */
  readonly lastDay: Column;
}

/**
 * Joins bars to coarser ones, by time alone.
 *
 * Intraday bars are anchored at the open of their session, at the end of each break, and outside regular hours at the begin of
 * trading and at the close: regular hours never mix with others, and the last bar of each may be short. A day is a session, stamped
 * with the midnight that begins its date in the calendar's zone. Weeks begin on Monday, quarters in January, April, July and October;
 * `5d` is five sessions, counted from 1970-01-01, so that it does not depend on where the bars begin.
 *
 * A coarser bar is complete when its last session, or its part of the session, has ended, and it was known to be the last. Where
 * nothing traded there is no bar.
 *
 * Days without a calendar expect no session at a weekend once a weekend has passed without a bar, while the four weeks before the
 * coarser bar had none at weekends: a week is then complete when Friday is over, and so is a month that ends with a weekend. Where a
 * bar of such a weekend comes after all, it begins a coarser bar of its own.
 * Throws INTERVAL_UNKNOWN, INTERVAL_UNAVAILABLE for an interval that the bars cannot be joined to, and BARS_INVALID for a bar without a session
 * and for times that do not rise.
 *
 * @example
 * const groups = coarseGroups(minutes, "60m", { calendar: calendarOf("XNYS") });
 * groups.starts[1]; // the first minute of the second hour
 */
export function coarseGroups(bars: Bars, interval: Interval, options: GroupOptions = {}): CoarseGroups {
  checkResampleable(checkInterval(interval), checkInterval(bars.interval));
  const calendar = calendarOrDefault(bars, options);
  const { hours = "regular" } = options;
  if (!Object.hasOwn(barHours, hours)) throw parameterError("hours", "regular or extended", hours);
  if (options.earlier !== undefined)
    checkTimes(options.earlier, (row) => ({ text: `earlier bar ${row}`, details: {} }));
  const source = barHours[hours].barsOf(bars, calendar);
  const places = barSessions(source, calendar);
  if (interval === source.interval || isSameLength(interval, source.interval))
    return oneBarGroups(source, interval, places);
  if (!isDailyOrLonger(interval)) return joinIntraday(source, interval, places);
  return joinDays(source, interval, places, calendar, options);
}

/** `60m` and `1h` are two names of one length. */
function isSameLength(interval: Interval, other: Interval): boolean {
  return !isDailyOrLonger(interval) && fixedLength(interval) === fixedLength(other);
}

function oneBarGroups(source: Bars, interval: Interval, { sessions, last, closeTime }: BarSessions): CoarseGroups {
  const starts = Int32Array.from({ length: source.length + 1 }, (_, i) => i);
  const lastDay = Float64Array.from(last, (place) => sessions.date[place]!);
  return { interval, length: source.length, source, starts, time: source.time, closeTime, lastDay };
}

function joinIntraday(source: Bars, interval: Interval, places: BarSessions): CoarseGroups {
  const { part, openTime, closeTime, sessions, first } = places;
  const { from, to } = places.parts!;
  const span = fixedLength(interval)!;
  const groups = new GroupBuilder(source, interval);
  let place = -1;
  let step = 0;
  for (let i = 0; i < source.length; i++) {
    const anchor = from[part[i]!]!;
    const steps = Math.floor((openTime[i]! - anchor) / span);
    if (part[i] !== place || steps !== step) {
      place = part[i]!;
      step = steps;
      const start = anchor + steps * span;
      groups.begin(i, start, Math.min(start + span, steps < 0 ? anchor : to[place]!), sessions.date[first[i]!]!);
    }
    groups.endNotBefore(closeTime[i]!);
  }
  return groups.build();
}

function joinDays(
  source: Bars,
  interval: Interval,
  places: BarSessions,
  calendar: Calendar,
  { calendar: declared, hours = "regular", earlier, closes = places.closeTime }: GroupOptions,
): CoarseGroups {
  const groups = new GroupBuilder(source, interval);
  if (source.length === 0) return groups.build();
  const zone = zoneOf(calendar.zone);
  const firstDay = places.sessions.date[places.first[0]!]!;
  const finalDay = places.sessions.date[places.last[source.length - 1]!]!;
  const sessions = calendar.sessions(firstDay - LONGEST_BAR, finalDay + LONGEST_BAR);
  const endsOf = isDailyOrLonger(source.interval) ? regularEnds : barHours[hours].ends;
  const ends = endsOf(sessions);
  const periods = PERIODS[interval as keyof typeof PERIODS](calendar, sessions);
  const own = isDefaultCalendar(calendar) && isDailyOrLonger(source.interval) ? calendar : undefined;
  const dayAt = (i: number): number => places.sessions.date[places.first[i]!]!;
  const dateOf = own?.dateOf ?? ((start: number) => Math.floor(zone.toLocal(start) / DAY_MS));
  const undeclared = declared === undefined || isDefaultCalendar(declared);
  const weekends = undeclared && source.interval === "1d" && interval !== "5d";
  const rests = weekends ? closedWeekends(dayAt, earlier?.map(dateOf)) : () => false;
  let end = -Infinity;
  let over = -Infinity;
  let place = 0;
  for (let i = 0; i < source.length; i++) {
    const day = dayAt(i);
    if (day >= end) {
      const period = periods(day);
      const start = day < over ? day : period.start;
      over = end = period.end;
      if (start === period.start && rests(i)) while (isWeekend(end - 1)) end--;
      while (place + 1 < sessions.length && sessions.date[place + 1]! < end) place++;
      const lastDay = sessions.date[place]!;
      const close = end <= finalDay + LONGEST_BAR ? ends[place]! : Infinity;
      // Five sessions are over when five have ended, whatever was expected after them.
      const known = interval === "5d" ? close : closeAsKnown(calendar, close, lastDay, end, endsOf);
      // Stamped by the clocks of its first bar, so that no later one changes the stamp.
      if (own !== undefined) groups.begin(i, own.midnight(start, source.time[i]!), -Infinity, lastDay);
      else groups.begin(i, zone.toInstantOrAfter(start * DAY_MS), known, lastDay);
    }
    if (own === undefined) groups.endNotBefore(places.closeTime[i]!);
    else {
      // With its last day it is over; before that, when that day ends by the clocks of its last bar: they may have changed since the first.
      const isLast = places.sessions.date[places.last[i]!]! + 1 >= end;
      groups.endAt(isLast ? closes[i]! : Math.max(closes[i]!, own.midnight(end, source.time[i]!)));
    }
  }
  return groups.build();
}

/** More days than any bar has. */
const LONGEST_BAR = 100;

/** Days before a coarser bar whose weekends tell whether one is expected to trade. */
const WEEKEND_LOOKBACK = 28;

function isWeekend(day: number): boolean {
  return day - weekOf(day) >= 5;
}

/**
 * Whether no session is expected at a weekend when a bar begins: there were bars in the four weeks before, none of them at a weekend, and
 * a weekend lies between them and the bar.
 */
function closedWeekends(
  dayAt: (bar: number) => number,
  earlier: Column = new Float64Array(0),
): (bar: number) => boolean {
  const before = (bar: number): number => (bar >= 0 ? dayAt(bar) : (earlier[earlier.length + bar] ?? NaN));
  return (bar) => {
    const day = dayAt(bar);
    if (isWeekend(day)) return false;
    let seen = false;
    for (let i = bar - 1; before(i) >= day - WEEKEND_LOOKBACK; i--) {
      if (isWeekend(before(i))) return false;
      if (weekOf(before(i)) < weekOf(day)) seen = true;
    }
    return seen;
  };
}

/** First day of a period and the first day behind it. */
interface DayPeriod {
  readonly start: number;
  readonly end: number;
}

type Periods = (calendar: Calendar, sessions: SessionColumns) => (day: number) => DayPeriod;

const PERIODS: Readonly<Record<"1d" | "5d" | "1wk" | "1mo" | "3mo", Periods>> = {
  "1d": () => (day) => ({ start: day, end: day + 1 }),
  "5d": fiveSessions,
  "1wk": () => (day) => ({ start: weekOf(day), end: weekOf(day) + 7 }),
  "1mo": () => (day) => ({ start: monthOf(day), end: monthsLater(monthOf(day), 1) }),
  "3mo": () => (day) => ({ start: quarterOf(day), end: monthsLater(quarterOf(day), 3) }),
};

function fiveSessions(calendar: Calendar, { date, length }: SessionColumns): (day: number) => DayPeriod {
  const offset = length === 0 ? 0 : ((sessionOrdinal(calendar, date[0]!) % 5) + 5) % 5;
  let place = 0;
  return (day) => {
    while (place < length && date[place]! < day) place++;
    const start = place - ((place + offset) % 5);
    return { start: date[start]!, end: date[start + 5] ?? Infinity };
  };
}

/** Collects the starts, stamps and ends of coarser bars. */
class GroupBuilder {
  readonly #source: Bars;
  readonly #interval: Interval;
  readonly #starts: number[] = [];
  readonly #time: number[] = [];
  readonly #closeTime: number[] = [];
  readonly #lastDay: number[] = [];

  constructor(source: Bars, interval: Interval) {
    this.#source = source;
    this.#interval = interval;
  }

  begin(index: number, time: number, closeTime: number, lastDay: number): void {
    this.#starts.push(index);
    this.#time.push(time);
    this.#closeTime.push(closeTime);
    this.#lastDay.push(lastDay);
  }

  /** A coarser bar is not known before its last bar is. */
  endNotBefore(closeTime: number): void {
    const at = this.#closeTime.length - 1;
    if (this.#closeTime[at]! < closeTime) this.#closeTime[at] = closeTime;
  }

  endAt(closeTime: number): void {
    this.#closeTime[this.#closeTime.length - 1] = closeTime;
  }

  build(): CoarseGroups {
    return {
      interval: this.#interval,
      length: this.#starts.length,
      source: this.#source,
      starts: Int32Array.from([...this.#starts, this.#source.length]),
      time: Float64Array.from(this.#time),
      closeTime: Float64Array.from(this.#closeTime),
      lastDay: Float64Array.from(this.#lastDay),
    };
  }
}

const FROM_DAILY: readonly Interval[] = ["5d", "1wk", "1mo", "3mo"];

/**
 * The intervals of which bars can be made from bars of one interval, itself included, from short to long. Minutes and hours must be
 * multiples; days join to all longer bars; months to quarters; five days, weeks and quarters to nothing longer.
 *
 * @example
 * coarserIntervals("30m"); // 30m, 60m, 90m, 1h, 4h, 1d, 5d, 1wk, 1mo, 3mo
 */
export function coarserIntervals(source: Interval): readonly Interval[] {
  return INTERVALS.filter((interval) => isResampleable(interval, source));
}

/** Throws INTERVAL_UNAVAILABLE unless bars of an interval can be made from bars of another one. */
function checkResampleable(interval: Interval, source: Interval): void {
  if (isResampleable(interval, source)) return;
  const available = coarserIntervals(source);
  throw new HindcastError(
    "INTERVAL_UNAVAILABLE",
    `interval must be one that ${source} bars can be joined to, ${available.join(", ")}, was ${interval}`,
    { interval, recorded: source, available },
  );
}

function isResampleable(interval: Interval, source: Interval): boolean {
  if (interval === source) return true;
  if (source === "1d") return FROM_DAILY.includes(interval);
  if (isDailyOrLonger(source)) return source === "1mo" && interval === "3mo";
  return isDailyOrLonger(interval) || intervalLength(interval) % intervalLength(source) === 0;
}

function intervalLength(interval: Interval): number {
  return fixedLength(interval) ?? NaN;
}
