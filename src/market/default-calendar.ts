import type { Calendar, Session, SessionColumns } from "../time/calendar.ts";
import { DAY_MS } from "../time/civil-date.ts";
import { type Zone, zoneOf } from "../time/zone.ts";
import type { Bars } from "./bars.ts";
import type { Series } from "./market-data.ts";

const everyDayCalendars = new Map<string, Calendar>();

/**
 * Returns a calendar in which every day of a zone is a session from midnight to midnight. A session has 23 or 25 hours if clocks change.
 * Throws `ZONE_UNKNOWN` for an unknown zone.
 */
function everyDayCalendar(zone = "UTC"): Calendar {
  let calendar = everyDayCalendars.get(zone);
  if (calendar === undefined) {
    calendar = makeEveryDayCalendar(zoneOf(zone));
    everyDayCalendars.set(zone, calendar);
  }
  return calendar;
}

function makeEveryDayCalendar(zone: Zone): Calendar {
  const midnight = (day: number): number => zone.toInstantOrAfter(day * DAY_MS);
  const dayAt = (instant: number): number => Math.floor(zone.toLocal(instant) / DAY_MS);
  const session = (day: number): Session => {
    const open = midnight(day);
    const close = midnight(day + 1);
    return { date: day, preOpen: open, open, close, postClose: close, earlyClose: false, breaks: [] };
  };
  return Object.freeze({
    name: zone.name,
    title: `Every day of ${zone.name}`,
    zone: zone.name,
    weekends: true,
    sessionsPerYear: 365,
    sessions(fromDay: number, toDay: number): SessionColumns {
      const length = Math.max(0, toDay - fromDay + 1);
      const midnights = new Float64Array(length + 1);
      for (let i = 0; i <= length; i++) midnights[i] = midnight(fromDay + i);
      const open = midnights.subarray(0, length);
      const close = midnights.subarray(1);
      const date = Float64Array.from({ length }, (_, i) => fromDay + i);
      return { length, date, preOpen: open, open, close, postClose: close, earlyClose: new Uint8Array(length) };
    },
    session,
    lastSession: (instant: number) => session(dayAt(instant)),
    nextSession: (instant: number) => session(dayAt(instant) + 1),
    status: () => "open" as const,
  });
}

/**
 * Calendar for bars that have none. For intraday bars, the sessions are the days of the zone, or of UTC if the zone is unknown.
 * A bar of a day or longer is its own session from its start to its end, with the date of its start.
 */
export interface DefaultCalendar extends Calendar {
  /** Returns whether a time is a midnight of the zone. */
  readonly isMidnight: (start: number) => boolean;
  /** Returns the date of a bar of a day or longer from its start, in days since 1970-01-01. */
  readonly dateOf: (start: number) => number;
  /** Returns the instant at which a date begins, at the time of day of `start`, the start of a bar. */
  readonly midnight: (date: number, start: number) => number;
}

const defaultCalendars = new Map<string, DefaultCalendar>();

/** Returns the calendar for bars that have none, in their zone if known. Throws `ZONE_UNKNOWN` for an unknown zone. */
export function defaultCalendar(zone?: string): DefaultCalendar {
  const key = zone ?? "";
  let days = defaultCalendars.get(key);
  if (days === undefined) {
    const dates = zone === undefined ? datesWithoutZone() : datesInZone(zoneOf(zone));
    defaultCalendars.set(key, (days = Object.freeze({ ...everyDayCalendar(zone), ...dates })));
  }
  return days;
}

/** Returns whether a calendar is a `DefaultCalendar`. */
export function isDefaultCalendar(calendar: Calendar): calendar is DefaultCalendar {
  return "midnight" in calendar;
}

const HOUR_MS = 3_600_000;

/**
 * Local hour from which a bar belongs to the next date, west of UTC, where futures and currencies open at 17:00. In other zones the hour is
 * later, since 17:00 can still belong to the day's session.
 */
const EVENING_HOUR_WEST = 17;
const EVENING_HOUR = 20;

/**
 * Returns the functions that date bars of a day or longer in a known zone. A bar that starts at midnight, local or UTC, has the date that
 * begins then. Any other bar has the local date of its start, or the next date if it starts in the evening.
 */
function datesInZone(zone: Zone): Pick<DefaultCalendar, "isMidnight" | "dateOf" | "midnight"> {
  const localDate = (start: number): number => Math.floor(zone.toLocal(start) / DAY_MS);
  const isMidnight = (start: number): boolean => start === zone.toInstantOrAfter(localDate(start) * DAY_MS);
  const dateOf = (start: number): number => {
    if (isMidnight(start)) return localDate(start);
    if (start % DAY_MS === 0) return start / DAY_MS;
    const local = zone.toLocal(start);
    const evening = local < start ? EVENING_HOUR_WEST : EVENING_HOUR;
    return Math.floor((local + (24 - evening) * HOUR_MS) / DAY_MS);
  };
  return {
    isMidnight,
    dateOf,
    midnight: (date, start) =>
      isMidnight(start) ? zone.toInstantOrAfter(date * DAY_MS) : start + (date - dateOf(start)) * DAY_MS,
  };
}

/** Returns the functions that date bars of a day or longer in an unknown zone. */
function datesWithoutZone(): Pick<DefaultCalendar, "isMidnight" | "dateOf" | "midnight"> {
  return {
    isMidnight: (start) => start % DAY_MS === 0,
    dateOf: nearestDate,
    midnight: (date, start) => start + (date - nearestDate(start)) * DAY_MS,
  };
}

/**
 * Opens of New York in UTC, 13:30 in summer and 14:30 in winter. They differ from midnights, since no exchange has midnight
 * then.
 */
const OPENS_NEW_YORK = { summer: 13.5 * HOUR_MS, winter: 14.5 * HOUR_MS } as const;

/**
 * Returns the date of a bar of a day or longer in an unknown zone, in days since 1970-01-01: the date of the UTC midnight nearest to its
 * start. Bars usually start at midnight of their exchange: a Monday begins at 15:00 UTC on Sunday in Tokyo, and at 5:00 UTC on Monday in
 * New York. Bars that start at the open of New York have their UTC date. The date can be wrong for zones more than 12 hours from UTC, such
 * as Auckland in summer. It can also be wrong for bars that start at the open of another exchange.
 */
function nearestDate(start: number): number {
  const date = Math.floor(start / DAY_MS);
  const time = start - date * DAY_MS;
  return time === OPENS_NEW_YORK.summer || time === OPENS_NEW_YORK.winter ? date : Math.ceil(start / DAY_MS - 0.5);
}

/** Returns `calendar` if given; else every day of `zone` if given; else the default calendar of the bars. Throws `ZONE_UNKNOWN`. */
export function calendarOrDefault(
  bars: Pick<Bars, "zone">,
  given: { readonly calendar?: Calendar | undefined; readonly zone?: string | undefined },
): Calendar {
  return given.calendar ?? (given.zone === undefined ? defaultCalendar(bars.zone) : everyDayCalendar(given.zone));
}

/** Returns the calendar of a series, or a default calendar if it has none. */
export function seriesCalendar({
  bars,
  calendar,
  zone = bars.zone,
}: Pick<Series, "bars" | "calendar" | "zone">): Calendar {
  return calendar ?? defaultCalendar(zone);
}
