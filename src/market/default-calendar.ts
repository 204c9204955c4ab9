import type { Calendar, Session, SessionColumns } from "../time/calendar.ts";
import { DAY_MS } from "../time/civil-date.ts";
import { type Zone, zoneOf } from "../time/zone.ts";
import type { Bars } from "./bars.ts";
import type { Series } from "./market-data.ts";

const everyDayCalendars = new Map<string, Calendar>();

/**
 * Every day of a zone as a session from midnight to midnight: what holds where no calendar is declared. Where clocks are changed, a
 * session has 23 or 25 hours. Throws ZONE_UNKNOWN.
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
 * The days of bars without a calendar. Intraday bars have the days of the zone, of UTC where none is known. A bar of a day or longer is a day of its own,
 * from its start to its end, and has the date on which it starts.
 */
export interface DefaultCalendar extends Calendar {
  /** Whether a day of the zone begins there. */
  readonly isMidnight: (start: number) => boolean;
  /** The date of a bar of a day or longer by its start, in days since 1970-01-01. */
  readonly dateOf: (start: number) => number;
  /** When a date begins by the clocks of a bar that starts at `start`. */
  readonly midnight: (date: number, start: number) => number;
}

const defaultCalendars = new Map<string, DefaultCalendar>();

/** The days of bars without a calendar, in the zone of which they are where that is known. Throws ZONE_UNKNOWN. */
export function defaultCalendar(zone?: string): DefaultCalendar {
  const key = zone ?? "";
  let days = defaultCalendars.get(key);
  if (days === undefined) {
    const dates = zone === undefined ? datesWithoutZone() : datesInZone(zoneOf(zone));
    defaultCalendars.set(key, (days = Object.freeze({ ...everyDayCalendar(zone), ...dates })));
  }
  return days;
}

export function isDefaultCalendar(calendar: Calendar): calendar is DefaultCalendar {
  return "midnight" in calendar;
}

const HOUR_MS = 3_600_000;

/** The hour from which a bar that begins in the evening is of the next date: west of UTC futures and currencies open at 17:00, elsewhere closings come later. */
const EVENING_HOUR_WEST = 17;
const EVENING_HOUR = 20;

/**
 * Dates of bars of a day or longer in a zone that is known. A start at a midnight of the zone or of UTC has the date that begins there. Any other, as of the
 * open or the close of a session, has the date of the zone's clocks, and from the evening on the next one.
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

/** Dates of bars of a day or longer whose zone is not known. */
function datesWithoutZone(): Pick<DefaultCalendar, "isMidnight" | "dateOf" | "midnight"> {
  return {
    isMidnight: (start) => start % DAY_MS === 0,
    dateOf: nearestDate,
    midnight: (date, start) => start + (date - nearestDate(start)) * DAY_MS,
  };
}

/** Starts of bars at half past 13 and 14 hours of UTC: the open of New York, in summer and in winter. No exchange has its midnight there. */
const OPENS_NEW_YORK = { summer: 13.5 * HOUR_MS, winter: 14.5 * HOUR_MS } as const;

/**
 * The date of a bar of a day or longer whose zone is not known, in days since 1970-01-01: that of the midnight of UTC which is nearest to its start, at noon
 * of the one before. Bars start at the midnight of their exchange, and that of Monday is at 15:00 UTC on Sunday in Tokyo and at 5:00 UTC on Monday in New
 * York. Only the zone can say that of a midnight more than half a day away, as in Auckland, or that bars begin with their sessions; but for those of New York.
 */
function nearestDate(start: number): number {
  const date = Math.floor(start / DAY_MS);
  const time = start - date * DAY_MS;
  return time === OPENS_NEW_YORK.summer || time === OPENS_NEW_YORK.winter ? date : Math.ceil(start / DAY_MS - 0.5);
}

/** The calendar that is given, or each day of the zone that is given, or the bars' own days. Throws ZONE_UNKNOWN. */
export function calendarOrDefault(
  bars: Pick<Bars, "zone">,
  given: { readonly calendar?: Calendar | undefined; readonly zone?: string | undefined },
): Calendar {
  return given.calendar ?? (given.zone === undefined ? defaultCalendar(bars.zone) : everyDayCalendar(given.zone));
}

/** The sessions by which bars of a series have dates: those of its calendar, or its own days. */
export function seriesCalendar({
  bars,
  calendar,
  zone = bars.zone,
}: Pick<Series, "bars" | "calendar" | "zone">): Calendar {
  return calendar ?? defaultCalendar(zone);
}
