import { type BarHours, barHours } from "./schedule.ts";
import { parameterError } from "../primitives/check.ts";
import type { Column } from "../primitives/column.ts";
import { HindcastError } from "../primitives/errors.ts";
import type { Calendar, SessionColumns } from "../time/calendar.ts";
import { DAY_MS, monthOf, monthsLater, quarterOf, weekOf } from "../time/civil-date.ts";
import {
  checkInterval,
  fixedLength,
  type Interval,
  INTERVALS,
  isDailyOrLonger,
  isSameInterval,
  nameAmong,
  shortestLength,
} from "../time/interval.ts";
import { checkFits } from "../time/interval-fit.ts";
import { zoneOf } from "../time/zone.ts";
import { type BarSessions, barSessions, closeAsKnown, lastBarEnd, regularEnds } from "./bar-sessions.ts";
import type { Bars } from "./bars.ts";
import { calendarOrDefault, isDefaultCalendar } from "./default-calendar.ts";
import { checkTimes } from "./validate-bars.ts";

/** A day and the number of sessions from 1970-01-01 up to that day, kept to count on from it. */
interface SessionCount {
  day: number;
  ordinal: number;
}

const sessionCounts = new WeakMap<Calendar, SessionCount>();

/**
 * Counts the sessions of a calendar from 1970-01-01 up to but not including a day; negative for earlier days. The number of a session
 * does not depend on where a recording begins.
 */
function sessionOrdinal(calendar: Calendar, day: number): number {
  let count = sessionCounts.get(calendar);
  if (count === undefined) sessionCounts.set(calendar, (count = { day: 0, ordinal: 0 }));
  if (day > count.day) count.ordinal += calendar.sessions(count.day, day - 1).length;
  if (day < count.day) count.ordinal -= calendar.sessions(day, count.day - 1).length;
  count.day = day;
  return count.ordinal;
}

/** Options for grouping bars into coarser ones: calendar, hours to include and earlier bars. */
export interface GroupOptions {
  /** Calendar of the exchange. Without one, each day of the zone is a session. */
  readonly calendar?: Calendar | undefined;
  /**
   * IANA zone of the days, if there is no calendar. Default: the zone of the bars. If the bars have none, dates of bars of a day or longer
   * are inferred from their starts, and intraday bars use UTC.
   */
  readonly zone?: string | undefined;
  /** Whether to include bars before the open and after the close. Default: `regular`, which leaves them out. */
  readonly hours?: BarHours | undefined;
  /** Starts of earlier bars of the series, used to detect whether its market trades on weekends. */
  readonly earlier?: Column | undefined;
  /**
   * Close of each given bar, epoch milliseconds. Needed if the bars are part of a series whose next bar starts before the last interval
   * ends.
   */
  readonly closes?: Column | undefined;
}

/** The bars that each coarser bar, such as a week, consists of. Depends only on times, so it can be reused for any prices. */
export interface CoarseGroups {
  readonly interval: Interval;
  /** Number of coarser bars. */
  readonly length: number;
  /** The bars that are grouped: all given bars, or only those of regular hours. */
  readonly source: Bars;
  /** For each coarser bar, the index into `source` of its first bar; at the end also `source.length`. */
  readonly starts: Int32Array;
  /** Start of each coarser bar, epoch milliseconds. */
  readonly time: Column;
  /** Time at which each coarser bar is complete; Infinity if the end is unknown. Never decreases. */
  readonly closeTime: Column;
  /** Date of the last session in each coarser bar, in days since 1970-01-01. Corporate actions apply up to this date. */
  readonly lastDay: Column;
}

/**
 * Groups bars into coarser bars, based on times only.
 *
 * Coarser intraday bars are counted from the start of trading, the open, the end of a break, or the close. So no bar mixes regular and
 * extended hours, and the last bar before a break or a close may be short. A day is a session and starts at the midnight of its date in the
 * calendar's zone. Weeks begin on Monday. Quarters begin in January, April, July and October. `5d` is five sessions counted from
 * 1970-01-01, so it does not depend on the first bar.
 *
 * A coarser bar is complete when the last session that was then scheduled in it has ended. There is no coarser bar for a time without
 * bars.
 *
 * A coarser bar contains the intraday bars that start in it. If they start off its boundary, as hourly bars at 00:30 and 01:30 do in `2h`,
 * the coarser bar is complete when the last of them ends, at 02:30. That time is counted from the latest bar, also if later ones are
 * missing. A bar that ends even later, because bars are irregular, begins a coarser bar of its own, so that no complete one ever changes.
 *
 * Daily bars without a calendar: if the market had no bar on a weekend in the last four weeks, none is expected. A week is then complete at
 * the end of Friday, and a month that ends on a weekend at the end of its last weekday. An unexpected bar on the weekend begins a coarser
 * bar of its own.
 *
 * Throws `INTERVAL_UNKNOWN`, and `INTERVAL_UNAVAILABLE` if the bars cannot be joined to the interval, or if the interval divides neither a
 * day nor the usual session of the calendar, such as 7 minutes. Throws `BARS_INVALID` for a bar without a session, and for times that do
 * not increase.
 *
 * @example
 * const groups = coarseGroups(minutes, "60m", { calendar: calendarOf("XNYS") });
 * groups.starts[1]; // the first minute of the second hour
 */
export function coarseGroups(bars: Bars, interval: Interval, options: GroupOptions = {}): CoarseGroups {
  checkResampleable(checkInterval(interval), checkInterval(bars.interval));
  const calendar = calendarOrDefault(bars, options);
  // Later bars of a series are grouped as its first ones, also if the hours of the exchange change.
  const isContinued = options.earlier !== undefined && options.earlier.length > 0;
  if (!isContinued && !isSameInterval(interval, bars.interval))
    checkFits(interval, bars.interval, calendar, bars.time[0]);
  const { hours = "regular" } = options;
  if (!Object.hasOwn(barHours, hours)) throw parameterError("hours", "regular or extended", hours);
  if (options.earlier !== undefined)
    checkTimes(options.earlier, (row) => ({ text: `earlier bar ${row}`, details: {} }));
  const source = barHours[hours].barsOf(bars, calendar);
  const places = barSessions(source, calendar);
  const { extended } = barSessions(bars, calendar);
  const closes = source === bars ? options.closes : options.closes?.filter((_, i) => extended![i] === 0);
  if (isSameInterval(interval, source.interval)) return oneBarGroups(source, interval, places);
  if (!isDailyOrLonger(interval)) return joinIntraday(source, interval, places, closes);
  return joinDays(source, interval, places, calendar, { ...options, closes });
}

function oneBarGroups(source: Bars, interval: Interval, { sessions, last, closeTime }: BarSessions): CoarseGroups {
  const starts = Int32Array.from({ length: source.length + 1 }, (_, i) => i);
  const lastDay = Float64Array.from(last, (place) => sessions.date[place]!);
  return { interval, length: source.length, source, starts, time: source.time, closeTime, lastDay };
}

function joinIntraday(
  source: Bars,
  interval: Interval,
  places: BarSessions,
  closes: Column = places.closeTime,
): CoarseGroups {
  const { part, openTime, sessions, first } = places;
  const { from, to } = places.parts!;
  const span = fixedLength(interval)!;
  const groups = new GroupBuilder(source, interval);
  let place = -1;
  let step = 0;
  let end = -Infinity;
  let lastEnd = -Infinity;
  for (let i = 0; i < source.length; i++) {
    const anchor = from[part[i]!]!;
    const steps = Math.floor((openTime[i]! - anchor) / span);
    const isNext = part[i] !== place || steps !== step;
    if (isNext || closes[i]! > lastEnd) {
      place = part[i]!;
      step = steps;
      const start = anchor + steps * span;
      end = Math.min(start + span, steps < 0 ? anchor : to[place]!);
      groups.begin(i, isNext ? start : openTime[i]!, end, sessions.date[first[i]!]!);
    }
    groups.endAt((lastEnd = lastBarEnd(source, places, i, closes[i]!, end)));
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
  let known = -Infinity;
  let lastEnd = -Infinity;
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
      // A 5d bar is complete after its fifth session, whatever sessions are scheduled after it.
      known = interval === "5d" ? close : closeAsKnown(calendar, close, lastDay, end, endsOf);
      // Computed from the first bar only, so that later bars do not change the start of a coarser bar.
      if (own !== undefined) groups.begin(i, own.midnight(start, source.time[i]!), -Infinity, lastDay);
      else groups.begin(i, zone.toInstantOrAfter(start * DAY_MS), known, lastDay);
    } else if (own === undefined && closes[i]! > lastEnd)
      groups.begin(i, places.openTime[i]!, known, sessions.date[place]!);
    if (own === undefined) groups.endAt((lastEnd = lastBarEnd(source, places, i, closes[i]!, known)));
    else {
      // A coarser bar ends with the bar of its last day; if that day has none, at the end of that day, counted from the latest bar's time
      // of day.
      const isLast = places.sessions.date[places.last[i]!]! + 1 >= end;
      groups.endAt(isLast ? closes[i]! : Math.max(closes[i]!, own.midnight(end, source.time[i]!)));
    }
  }
  return groups.build();
}

/** Upper bound of the length of a bar, in days. */
const LONGEST_BAR = 100;

/** Days before a coarser bar that are searched for bars on weekends. */
const WEEKEND_LOOKBACK = 28;

function isWeekend(day: number): boolean {
  return day - weekOf(day) >= 5;
}

/**
 * Returns a function that tells whether no weekend session is expected when a bar begins. That is so if the four weeks before have bars,
 * none on a weekend, and at least one in an earlier week.
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

/** A period, such as a week: its first day and the first day after it. */
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

/** Collects, for each coarser bar, its first bar, start and close. */
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

  /** Sets the close of the current coarser bar. */
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
 * Returns the common intervals to which bars can be resampled, including their own, from short to long; other multiples of intraday bars
 * are possible too.
 *
 * @example
 * coarserIntervals("30m"); // 30m, 60m, 90m, 1h, 4h, 1d, 5d, 1wk, 1mo, 3mo
 */
export function coarserIntervals(source: Interval): readonly Interval[] {
  const common = INTERVALS.filter((interval) => isResampleable(interval, source));
  return nameAmong(common, source) === undefined ? [source, ...common] : common;
}

/** Throws `INTERVAL_UNAVAILABLE` if bars cannot be resampled to an interval. */
function checkResampleable(interval: Interval, source: Interval): void {
  if (isResampleable(interval, source)) return;
  const available = coarserIntervals(source);
  throw new HindcastError(
    "INTERVAL_UNAVAILABLE",
    `interval must be one of ${available.join(", ")}${isDailyOrLonger(source) ? "" : ` or another multiple of ${source}`} for ${source} bars, was ${interval}`,
    { interval, recorded: source, available },
  );
}

/**
 * Returns whether bars can be resampled to an interval. Intraday bars can be resampled to multiples of their interval and to days and
 * longer, daily bars to all longer intervals, months to quarters. `5d`, weeks and quarters cannot be resampled.
 */
export function isResampleable(interval: Interval, source: Interval): boolean {
  if (isSameInterval(interval, source)) return true;
  if (source === "1d") return FROM_DAILY.includes(interval);
  if (isDailyOrLonger(source)) return source === "1mo" && interval === "3mo";
  return isDailyOrLonger(interval) || shortestLength(interval) % shortestLength(source) === 0;
}
