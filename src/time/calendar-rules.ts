import { weekdayOf } from "./holidays.ts";

/**
 * Hours of a session, in minutes from the midnight that begins its date, in the market's time zone. Values below 0 are on the
 * previous evening; values above 1,440 are on the next morning.
 */
export interface SessionHours {
  /** Start of extended hours before the open; the open if there are none. */
  readonly preOpen: number;
  readonly open: number;
  readonly close: number;
  /** End of extended hours after the close; the close if there are none. */
  readonly postClose: number;
  readonly earlyClose: boolean;
  readonly breaks: readonly (readonly [from: number, to: number])[];
}

/** An unscheduled change of the hours of one date, and the time at which it became known. */
export interface CalendarFact {
  /** Date whose hours change, in days since 1970-01-01. */
  readonly day: number;
  /** Time at which the change became known, epoch milliseconds; -Infinity if always known. */
  readonly knownAt: number;
  /** Returns the hours of the date with the change, given its usual hours; undefined means no session. */
  readonly change: (hours: SessionHours | undefined) => SessionHours | undefined;
}

/** Rules of a calendar, from which `RuledCalendar` computes sessions. */
export interface CalendarRules {
  readonly name: string;
  readonly title: string;
  /** IANA name of the market's time zone. */
  readonly zone: string;
  readonly weekends: boolean;
  readonly sessionsPerYear: number;
  /** Returns the usual hours of a date; undefined if its weekday has no session. Weekdays count from 0 for Sunday. */
  readonly week: (weekday: number, day: number) => SessionHours | undefined;
  /** Returns the scheduled holidays of a year, in days since 1970-01-01. May include dates on weekends. */
  readonly holidays: (year: number) => readonly number[];
  /** Returns the dates of a year with scheduled unusual hours, such as early closes. A date that is also a holiday has no session. */
  readonly otherHours: (year: number) => ReadonlyMap<number, SessionHours>;
  readonly facts: readonly CalendarFact[];
}

/** Returns a time of day, such as 16:30, in minutes from midnight. */
export function clock(hour: number, minute = 0): number {
  return hour * 60 + minute;
}

/** Returns the hours of a session without breaks. By default it has no extended hours. */
export function hours(open: number, close: number, preOpen = open, postClose = close): SessionHours {
  return { preOpen, open, close, postClose, earlyClose: false, breaks: [] };
}

/** Returns the fact that a day has no session, known from an instant on. */
export function closure(day: number, knownAt: number): CalendarFact {
  return { day, knownAt, change: () => undefined };
}

export const NO_DAYS: readonly number[] = [];
export const NO_HOURS: ReadonlyMap<number, SessionHours> = new Map();

/** Returns a function that gives the scheduled hours of a day of `year`, without unscheduled changes. */
export function usualHours(rules: CalendarRules, year: number): (day: number) => SessionHours | undefined {
  const holidays = new Set(rules.holidays(year));
  const otherHours = rules.otherHours(year);
  return (day) => {
    const usual = holidays.has(day) ? undefined : rules.week(weekdayOf(day), day);
    return usual && (otherHours.get(day) ?? usual);
  };
}
