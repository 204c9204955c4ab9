import { formatValue } from "../primitives/check.ts";
import type { Column } from "../primitives/column.ts";
import { HindcastError } from "../primitives/errors.ts";
import type { Calendar, SessionColumns } from "../time/calendar.ts";
import { DAY_MS } from "../time/civil-date.ts";
import { formatInstant } from "../time/instant.ts";
import { fixedLength, intervalEnd, isDailyOrLonger } from "../time/interval.ts";
import { zoneOf } from "../time/zone.ts";
import type { Bars } from "./bars.ts";
import { isDefaultCalendar } from "./default-calendar.ts";
import { checkTimes } from "./validate-bars.ts";

/** Sessions, open times and close times of bars according to a calendar, one value per bar. */
export interface BarSessions {
  readonly sessions: SessionColumns;
  /** Indexes of each bar's first session (`first`) and last session (`last`); equal for bars of a day or shorter. */
  readonly first: Int32Array;
  readonly last: Int32Array;
  /** Times at which a bar's open (`openTime`) and the whole bar (`closeTime`) are known, epoch milliseconds. */
  readonly openTime: Column;
  readonly closeTime: Column;
  /** 1 for a bar outside regular hours, otherwise 0; undefined if all bars are regular. */
  readonly extended: Uint8Array | undefined;
  /** For intraday bars: the parts of the sessions (`parts`), and for each bar the index of its part (`part`). */
  readonly parts: SessionParts | undefined;
  readonly part: Int32Array;
}

/** Days in which to search for the next session: more than any market was closed in modern times. */
const LONGEST_CLOSURE = 31;

/** Upper bound of the length of a bar, in days. */
const LONGEST_BAR = 100;

const cache = new WeakMap<Bars, WeakMap<Calendar, BarSessions>>();

/** Throws `CALENDAR_UNKNOWN` if a value is not a calendar object, for example if it is the name of a calendar. */
export function checkCalendar(calendar: unknown): void {
  if (typeof (calendar as Partial<Calendar> | null)?.sessions === "function") return;
  const message = `calendar must be a calendar, such as calendarOf("XNYS") returns, was ${formatValue(calendar)}`;
  throw new HindcastError("CALENDAR_UNKNOWN", message, { calendar });
}

/**
 * Returns the sessions, open times and close times of bars according to a calendar; computed once and cached.
 *
 * A bar of a day or longer starts at the midnight, in the calendar's zone, of its first date. It opens with its first session. It closes
 * with its last session, or at the time at which that session was known to be the last. A bar ends at the start of the next bar if its
 * interval would overlap it. With a `DefaultCalendar`, a bar of a day or longer has the date of its start, and opens and closes with its
 * interval.
 *
 * An intraday bar ends with its interval, but at the latest with the part of the session in which it starts. If the next session begins
 * inside the bar, or trading resumes after a break, the bar ends at the latest with the part that begins then. A bar that starts before the
 * open can contain the open, such as an hourly bar from 09:00 if trading begins at 09:30. Such a bar counts as regular and opens with the
 * session, so no price is known too early.
 *
 * Throws `BARS_INVALID` if times do not increase, or if the calendar has no session during a bar.
 */
export function barSessions(bars: Bars, calendar: Calendar): BarSessions {
  checkCalendar(calendar);
  let byCalendar = cache.get(bars);
  if (byCalendar === undefined) cache.set(bars, (byCalendar = new WeakMap()));
  let found = byCalendar.get(calendar);
  if (found === undefined) {
    checkTimes(bars.time);
    found = isDailyOrLonger(bars.interval)
      ? sessionsOfDailyBars(bars, calendar)
      : sessionsOfIntradayBars(bars, calendar);
    byCalendar.set(calendar, found);
  }
  return found;
}

function sessionsOfDailyBars(bars: Bars, calendar: Calendar): BarSessions {
  const { time, interval, length } = bars;
  const zone = zoneOf(calendar.zone);
  const declared = !isDefaultCalendar(calendar);
  const dayOf = (i: number): number =>
    declared ? Math.floor(zone.toLocal(time[i]!) / DAY_MS) : calendar.dateOf(time[i]!);
  const sessions =
    length === 0 ? calendar.sessions(0, -1) : calendar.sessions(dayOf(0), dayOf(length - 1) + LONGEST_BAR);
  const first = new Int32Array(length);
  const last = interval === "1d" ? first : new Int32Array(length);
  const openTime = declared ? new Float64Array(length) : time;
  const closeTime = declared ? new Float64Array(length) : barEnds(bars);
  let place = 0;
  let next = length === 0 ? 0 : dayOf(0);
  for (let i = 0; i < length; i++) {
    const day = next;
    next = i + 1 < length ? dayOf(i + 1) : Infinity;
    while (place < sessions.length && sessions.date[place]! < day) place++;
    first[i] = place;
    const end = Math.min(next, interval === "5d" ? (sessions.date[place + 5] ?? Infinity) : dayAfterBar(interval, day));
    if (!(sessions.date[place]! < end)) throw noSessionError(bars, i, calendar);
    let to = place;
    while (to + 1 < sessions.length && sessions.date[to + 1]! < end) to++;
    last[i] = to;
    if (!declared) continue;
    openTime[i] = sessions.open[place]!;
    const close = sessions.close[to]!;
    closeTime[i] = interval === "5d" ? close : closeAsKnown(calendar, close, sessions.date[to]!, end, regularEnds);
  }
  return { sessions, first, last, openTime, closeTime, extended: undefined, parts: undefined, part: first };
}

/** Returns the first day after a bar of an interval that begins on day `day`. */
function dayAfterBar(interval: Bars["interval"], day: number): number {
  return interval === "1d" ? day + 1 : intervalEnd(interval, day * DAY_MS) / DAY_MS;
}

function sessionsOfIntradayBars(bars: Bars, calendar: Calendar): BarSessions {
  const { time, length } = bars;
  const span = fixedLength(bars.interval)!;
  const sessions = sessionsAround(calendar, time);
  const parts = sessionParts(calendar, sessions);
  const { from, to, regular, session } = parts;
  const first = new Int32Array(length);
  const part = new Int32Array(length);
  const openTime = new Float64Array(length);
  const closeTime = new Float64Array(length);
  const extended = new Uint8Array(length);
  let anyExtended = false;
  let at = 0;
  for (let i = 0; i < length; i++) {
    const start = time[i]!;
    const end = i + 1 < length ? Math.min(start + span, time[i + 1]!) : start + span;
    while (at < parts.length && to[at]! <= start) at++;
    if (at === parts.length) throw noSessionError(bars, i, calendar);
    const inside = start >= from[at]!;
    const following = at + 1 < parts.length && session[at + 1] === session[at] && regular[at + 1] === 1 ? at + 1 : -1;
    if (!inside && regular[at] === 1 && end > from[at]!) {
      // Trading has not begun when the bar starts: the start is before the open, or in a break.
      part[i] = at;
      openTime[i] = from[at]!;
      closeTime[i] = Math.min(end, to[at]!);
    } else if (following >= 0 && end > from[following]!) {
      const holdsOpen = regular[at] === 0;
      part[i] = holdsOpen ? following : at;
      openTime[i] = holdsOpen ? from[following]! : start;
      closeTime[i] = Math.min(end, to[following]!);
    } else {
      const reachesNextSession = at + 1 < parts.length && session[at + 1] !== session[at] && end > from[at + 1]!;
      part[i] = at;
      openTime[i] = start;
      closeTime[i] = Math.min(end, to[reachesNextSession ? at + 1 : at]!);
      if (!inside || regular[at] === 0) extended[i] = 1;
    }
    if (extended[i] === 1) anyExtended = true;
    first[i] = session[part[i]!]!;
  }
  return {
    sessions,
    first,
    last: first,
    openTime,
    closeTime,
    extended: anyExtended ? extended : undefined,
    parts,
    part,
  };
}

/**
 * Returns the end of the last bar that starts before `end`, if bars follow bar `i`, which closes at `close`, without gaps; at least `end`.
 * For bars of a day or longer, returns the later one of `close` and `end`.
 */
export function lastBarEnd(
  { interval }: Bars,
  { part, parts }: BarSessions,
  i: number,
  close: number,
  end: number,
): number {
  if (parts === undefined || close >= end) return Math.max(close, end);
  const span = fixedLength(interval)!;
  const regularEnd = close + Math.ceil((end - close) / span) * span;
  if (!(regularEnd > end)) return end;
  const { from, to, regular, session, length } = parts;
  let at = part[i]!;
  while (at < length && to[at]! < end) at++;
  if (at === length || from[at]! >= end) return end;
  // As in sessionsOfIntradayBars: only a bar that reaches the next session, or regular hours after a break, ends there.
  const next = at + 1;
  const reachesNext =
    next < length &&
    regularEnd > from[next]! &&
    (session[next] !== session[at] || (regular[at] === 1 && regular[next] === 1));
  return Math.min(regularEnd, to[reachesNext ? next : at]!);
}

/** Returns the sessions of a calendar around the given times, with some sessions before and after them. */
function sessionsAround(calendar: Calendar, time: Column): SessionColumns {
  if (time.length === 0) return calendar.sessions(0, -1);
  const zone = zoneOf(calendar.zone);
  const firstDay = Math.floor(zone.toLocal(time[0]!) / DAY_MS) - 1;
  const last = time[time.length - 1]!;
  const lastDay = Math.floor(zone.toLocal(last) / DAY_MS);
  const near = calendar.sessions(firstDay, lastDay + 1);
  const covered = near.length > 0 && near.postClose[near.length - 1]! > last;
  return covered ? near : calendar.sessions(firstDay, lastDay + LONGEST_CLOSURE);
}

function noSessionError(bars: Bars, row: number, calendar: Calendar): HindcastError {
  const time = bars.time[row]!;
  return new HindcastError(
    "BARS_INVALID",
    `bar ${row}: calendar ${calendar.name} has no session during the ${bars.interval} bar of ${formatInstant(time)}: leave out the bar, or choose the calendar of its market`,
    { row, time, interval: bars.interval, calendar: calendar.name },
  );
}

/**
 * Parts of sessions in which trading is not interrupted, oldest first: extended hours before the open, regular hours between breaks, and
 * extended hours after the close.
 */
interface SessionParts {
  readonly length: number;
  readonly from: Column;
  readonly to: Column;
  /** Index of the session of each part. */
  readonly session: Int32Array;
  /** 1 for a part in regular hours, 0 for a part in extended hours. */
  readonly regular: Uint8Array;
}

/** Splits sessions into parts without interruption. */
function sessionParts(calendar: Calendar, sessions: SessionColumns): SessionParts {
  const from: number[] = [];
  const to: number[] = [];
  const session: number[] = [];
  const regular: number[] = [];
  const add = (start: number, end: number, place: number, isRegular: number): void => {
    if (!(start < end)) return;
    from.push(start);
    to.push(end);
    session.push(place);
    regular.push(isRegular);
  };
  for (let i = 0; i < sessions.length; i++) {
    const open = sessions.open[i]!;
    const close = sessions.close[i]!;
    add(sessions.preOpen[i]!, open, i, 0);
    let start = open;
    for (const [pause, resumption] of calendar.session(sessions.date[i]!)?.breaks ?? []) {
      add(start, Math.min(pause, close), i, 1);
      start = Math.max(start, resumption);
    }
    add(start, close, i, 1);
    add(close, sessions.postClose[i]!, i, 0);
  }
  return {
    length: from.length,
    from: Float64Array.from(from),
    to: Float64Array.from(to),
    session: Int32Array.from(session),
    regular: Uint8Array.from(regular),
  };
}

/** Returns the end of each bar in epoch milliseconds: the end of its interval, or the start of the next bar if that is earlier. */
export function barEnds({ time, interval, length }: Bars): Column {
  const fixed = fixedLength(interval);
  const ends = fixed === undefined ? time.map((start) => intervalEnd(interval, start)) : new Float64Array(length);
  if (fixed !== undefined) for (let i = 0; i < length; i++) ends[i] = time[i]! + fixed;
  for (let i = 1; i < length; i++) if (time[i]! < ends[i - 1]!) ends[i - 1] = time[i]!;
  return ends;
}

/** A function that returns the ends of sessions: of their regular hours, or with extended hours. */
type EndsOf = (sessions: SessionColumns) => Column;

export const regularEnds: EndsOf = (sessions) => sessions.close;
export const extendedEnds: EndsOf = (sessions) => sessions.postClose;

/**
 * Returns the time at which a bar of several sessions was known to be complete. `end` is the end of its last session, on `lastDay`; the bar
 * lasts up to but not including `endDay`. If sessions still scheduled at `end` were canceled later, returns the scheduled end of the last
 * one. Example: on 10 September 2001, sessions were still scheduled up to Friday.
 */
export function closeAsKnown(calendar: Calendar, end: number, lastDay: number, endDay: number, endsOf: EndsOf): number {
  if (lastDay + 1 >= endDay) return end;
  const expected = calendar.sessions(lastDay + 1, endDay - 1, end);
  return expected.length === 0 ? end : endsOf(expected)[expected.length - 1]!;
}

const regularBarsCache = new WeakMap<Bars, WeakMap<Calendar, Bars>>();

/**
 * Returns only the bars of regular hours, from a cache; the given bars if all are regular. Throws `BARS_INVALID` for a bar without a
 * session.
 */
export function regularBars(bars: Bars, calendar: Calendar): Bars {
  const { extended } = barSessions(bars, calendar);
  if (extended === undefined) return bars;
  let byCalendar = regularBarsCache.get(bars);
  if (byCalendar === undefined) regularBarsCache.set(bars, (byCalendar = new WeakMap()));
  let regular = byCalendar.get(calendar);
  if (regular === undefined) byCalendar.set(calendar, (regular = dropMarked(bars, extended)));
  return regular;
}

function dropMarked(bars: Bars, marked: Uint8Array): Bars {
  return bars.mapColumns((column) => column.filter((_, i) => marked[i] === 0));
}
