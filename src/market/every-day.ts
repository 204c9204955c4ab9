import type { Calendar, Session, SessionColumns } from "../time/calendar.ts";
import { DAY_MS } from "../time/civil-date.ts";
import { isDailyOrLonger } from "../time/interval.ts";
import { type Zone, zoneOf } from "../time/zone.ts";
import type { Series } from "./market-data.ts";

const calendars = new Map<string, Calendar>();

/**
 * Every day of a zone as a session from midnight to midnight: what holds where no calendar is declared. Where clocks are changed, a
 * session has 23 or 25 hours. Throws ZONE_UNKNOWN.
 */
function everyDay(zone = "UTC"): Calendar {
  let calendar = calendars.get(zone);
  if (calendar === undefined) {
    calendar = makeCalendar(zoneOf(zone));
    calendars.set(zone, calendar);
  }
  return calendar;
}

function makeCalendar(zone: Zone): Calendar {
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
 * What holds where neither a calendar nor a zone is declared: days of UTC for intraday bars. A bar of a day or longer is a day of its own, from its start
 * to its end, and bears the date that `ownDate` gives it.
 */
export const UNDECLARED: Calendar = Object.freeze({ ...everyDay("UTC") });

/**
 * The date of a bar of a day or longer whose zone nobody told, in days since 1970-01-01: that of the midnight of UTC which is nearest to its start, at noon
 * of the one before. Bars start at the midnight of their exchange, and that of Monday is at 15:00 UTC on Sunday in Tokyo and at 5:00 UTC on Monday in New
 * York. It errs for midnights more than half a day away, as in Auckland.
 */
export function ownDate(start: number): number {
  return Math.ceil(start / DAY_MS - 0.5);
}

/** The calendar that is given, or each day of a zone, or `UNDECLARED`. Throws ZONE_UNKNOWN. */
export function calendarOf(given: {
  readonly calendar?: Calendar | undefined;
  readonly zone?: string | undefined;
}): Calendar {
  return given.calendar ?? (given.zone === undefined ? UNDECLARED : everyDay(given.zone));
}

/** The sessions by which bars of a series have dates: those of its calendar; without one the days of its zone for intraday bars, else `UNDECLARED`. */
export function daysOf({ bars, calendar, zone }: Pick<Series, "bars" | "calendar" | "zone">): Calendar {
  return calendarOf({ calendar, zone: isDailyOrLonger(bars.interval) ? undefined : zone });
}
