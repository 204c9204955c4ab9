import type { Column } from "../primitives/column.ts";
import type { Calendar } from "../time/calendar.ts";
import { DAY_MS, isDailyOrLonger } from "../time/interval.ts";
import { type Zone, zoneOf } from "../time/zone.ts";
import { barSessions, checkCalendar, extendedEnds, barEnds, regularBars, regularEnds } from "./bar-sessions.ts";
import type { Bars } from "./bars.ts";
import { type ExtendedHours, extendedHours } from "./extended-hours.ts";
import type { SeriesQuotes, SeriesSessions } from "./market-data.ts";
import { checkTimes } from "./validate-bars.ts";

/** Times at which the bars and sessions of a series open and close, in epoch milliseconds. */
export interface Schedule extends Partial<ExtendedHours> {
  readonly openTime: Column;
  /** End of each bar's interval, no later than the start of the next bar. */
  readonly closeTime: Column;
  readonly sessionOpen: Column;
  readonly sessionClose: Column;
  /** Whether each bar is its own session. The columns of session times are then the same objects as the columns of bar times. */
  readonly sessionIsBar: boolean;
  /** 1 for a bar outside regular hours, otherwise 0; undefined if all bars are regular or there is no calendar. */
  readonly extended: Uint8Array | undefined;
  /** Whether the schedule has sessions after the last bar. */
  readonly continues?: boolean;
}

const schedules = new WeakMap<Bars, Map<string, Schedule>>();
const calendarSchedules = new WeakMap<Bars, WeakMap<Calendar, Schedule>>();

/**
 * Returns the schedule of a series; computed once and cached.
 *
 * With a calendar, a bar of a day or longer opens with its first session and closes with its last. An intraday bar opens at
 * its start. It closes with its interval, but at the latest with its part of the session: before the open, regular hours, or after
 * the close. See `barSessions` for exceptions. Sessions are those of the calendar from the first bar to the last bar,
 * including sessions without bars. A bar of several days is its own session. Throws `BARS_INVALID` if the
 * calendar has no session during a bar, or if times do not increase.
 *
 * Without a calendar, a bar of a day or longer is its own session. Intraday bars belong to the day in `zone` in which they
 * start; that day's session begins with its first bar and ends at midnight.
 *
 * @example
 * scheduleOf(days, calendarOf("XNYS")).closeTime[0]; // 16:00 New York of the first date
 */
export function scheduleOf(bars: Bars, calendar?: Calendar, zone = "UTC"): Schedule {
  if (calendar !== undefined) return scheduleByCalendar(bars, calendar);
  let byZone = schedules.get(bars);
  if (byZone === undefined) schedules.set(bars, (byZone = new Map()));
  let schedule = byZone.get(zone);
  if (schedule === undefined) byZone.set(zone, (schedule = scheduleInZone(bars, zoneOf(zone))));
  return schedule;
}

function scheduleInZone(bars: Bars, zone: Zone): Schedule {
  const { time, interval, length } = bars;
  checkTimes(time);
  const closeTime = barEnds(bars);
  if (isDailyOrLonger(interval)) {
    return {
      openTime: time,
      closeTime,
      sessionOpen: time,
      sessionClose: closeTime,
      sessionIsBar: true,
      extended: undefined,
    };
  }
  const firsts: number[] = [];
  const midnights: number[] = [];
  let midnight = -Infinity;
  for (let i = 0; i < length; i++) {
    if (time[i]! < midnight) continue;
    firsts.push(time[i]!);
    const day = Math.floor(zone.toLocal(time[i]!) / DAY_MS);
    midnights.push((midnight = zone.toInstantOrAfter((day + 1) * DAY_MS)));
  }
  return {
    openTime: time,
    closeTime,
    sessionOpen: Float64Array.from(firsts),
    sessionClose: Float64Array.from(midnights),
    sessionIsBar: false,
    extended: undefined,
  };
}

function scheduleByCalendar(bars: Bars, calendar: Calendar): Schedule {
  checkCalendar(calendar);
  let byCalendar = calendarSchedules.get(bars);
  if (byCalendar === undefined) calendarSchedules.set(bars, (byCalendar = new WeakMap()));
  let schedule = byCalendar.get(calendar);
  if (schedule === undefined) byCalendar.set(calendar, (schedule = computeScheduleByCalendar(bars, calendar)));
  return schedule;
}

function computeScheduleByCalendar(bars: Bars, calendar: Calendar): Schedule {
  const { sessions, first, last, openTime, closeTime, extended } = barSessions(bars, calendar);
  const begin = bars.length === 0 ? 0 : first[0]!;
  const end = bars.length === 0 ? 0 : last[bars.length - 1]! + 1;
  const { interval, length } = bars;
  if (interval === "1d" ? end - begin === length : isDailyOrLonger(interval)) {
    return { openTime, closeTime, sessionOpen: openTime, sessionClose: closeTime, sessionIsBar: true, extended };
  }
  const sessionOpen = sessions.open.subarray(begin, end);
  const sessionClose = sessions.close.subarray(begin, end);
  return { openTime, closeTime, sessionOpen, sessionClose, sessionIsBar: false, extended };
}

/** Adds the calendar's extended hours from the first bar until `end` to a schedule, including extended hours without bars. */
function withExtendedHours(schedule: Schedule, calendar: Calendar, end: number): Schedule {
  const begin = schedule.openTime[0];
  if (begin === undefined) return schedule;
  const sessions = calendar.sessions(Math.floor(begin / DAY_MS) - 1, Math.ceil(end / DAY_MS) + 1);
  const { extendedOpen, extendedClose } = extendedHours(sessions);
  const within = (column: Column) => column.filter((_, i) => extendedClose[i]! > begin && extendedOpen[i]! < end);
  return { ...schedule, extendedOpen: within(extendedOpen), extendedClose: within(extendedClose) };
}

/** For each value of the setting `hours`: which bars a run uses, when their sessions end, and their schedule. */
export const barHours = {
  regular: { barsOf: regularBars, ends: regularEnds, scheduleOf: (schedule: Schedule) => schedule },
  extended: { barsOf: (bars: Bars) => bars, ends: extendedEnds, scheduleOf: withExtendedHours },
} as const;

export type BarHours = keyof typeof barHours;

/** Returns the schedule of bars with quotes: each bar closes at the time of its quote, and sessions are those recorded with the quotes. */
export function quotedSchedule(bars: Bars, { time, sessionOpen, sessionClose }: SeriesQuotes): Schedule {
  return { openTime: bars.time, closeTime: time, sessionOpen, sessionClose, sessionIsBar: false, extended: undefined };
}

/** Returns the quotes of the bars from index `from` up to but not including `to`. */
export function sliceQuotes(quotes: SeriesQuotes, from: number, to: number): SeriesQuotes {
  const { time, bid, ask } = quotes;
  return {
    ...quotes,
    time: time.subarray(from, to),
    bid: bid.subarray(from, to),
    ask: ask.subarray(from, to),
  };
}

/** Returns a schedule whose sessions are replaced. The new sessions may have no bars and may be after the last bar. */
export function withSessions(schedule: Schedule, { open, close, ...extended }: SeriesSessions): Schedule {
  return { ...schedule, ...extended, sessionOpen: open, sessionClose: close, sessionIsBar: false, continues: true };
}

/** Returns the end of the last bar or of its session, whichever is later; -Infinity without bars. */
export function scheduleEnd(schedule: Schedule): number {
  const { closeTime, sessionClose } = schedule;
  return Math.max(closeTime.at(-1) ?? -Infinity, sessionClose[countSessionsBegun(schedule) - 1] ?? -Infinity);
}

/**
 * Adds the calendar's sessions after the last bar, until `end`, to a schedule, so that day orders expire even without bars. A session in
 * progress at `end` opens but does not close. Nothing is added for bars of several days.
 */
export function continueSessions(
  schedule: Schedule,
  { interval, length }: Bars,
  calendar: Calendar,
  end: number,
): Schedule {
  if (length === 0) return schedule;
  const last = schedule.sessionClose.at(-1)!;
  const until = isDailyOrLonger(interval) && interval !== "1d" ? last : end;
  const { open, close } = calendar.sessions(Math.floor(last / DAY_MS) - 1, Math.ceil(until / DAY_MS) + 1);
  const later = (time: Column) => time.filter((_, i) => open[i]! >= last && open[i]! < until);
  const sessionOpen = concatTimes(schedule.sessionOpen, later(open)).filter((time) => time < end);
  const sessionClose = concatTimes(schedule.sessionClose, later(close)).filter((time) => time <= end);
  const begun = countSessionsBegun(schedule);
  if (sessionOpen.length === begun && sessionClose.length === begun) return schedule;
  return { ...schedule, sessionOpen, sessionClose, sessionIsBar: false, continues: true };
}

/** Counts the sessions that open before the last bar closes. */
function countSessionsBegun({ closeTime, sessionOpen }: Schedule): number {
  return sessionOpen.findLastIndex((time) => time < closeTime.at(-1)!) + 1;
}

function concatTimes(before: Column, after: Column): Column {
  const all = new Float64Array(before.length + after.length);
  all.set(before);
  all.set(after, before.length);
  return all;
}
