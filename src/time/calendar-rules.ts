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
  /** Date, in days since 1970-01-01. */
  readonly day: number;
  /** Epoch milliseconds UTC; -Infinity if always known. */
  readonly knownAt: number;
  /** Returns the hours after the change, given those before it; undefined for no session. */
  readonly change: (hours: SessionHours | undefined) => SessionHours | undefined;
}

/** Rules of a calendar. `RuledCalendar` turns them into sessions. */
export interface CalendarRules {
  readonly name: string;
  readonly title: string;
  /** IANA zone. */
  readonly zone: string;
  readonly weekends: boolean;
  readonly sessionsPerYear: number;
  /** Usual hours of a date; undefined if its weekday has no session. Sunday is 0. */
  readonly week: (weekday: number, day: number) => SessionHours | undefined;
  /** Dates of a year without a session by rule. Dates on weekends change nothing. */
  readonly holidays: (year: number) => readonly number[];
  /** Dates of a year with unusual hours by rule. Holidays take precedence. */
  readonly otherHours: (year: number) => ReadonlyMap<number, SessionHours>;
  readonly facts: readonly CalendarFact[];
}

/** Returns a time of day, such as 16:30, in minutes from midnight. */
export function clock(hour: number, minute = 0): number {
  return hour * 60 + minute;
}

/** Returns hours without breaks, and without extended hours by default. */
export function hours(open: number, close: number, preOpen = open, postClose = close): SessionHours {
  return { preOpen, open, close, postClose, earlyClose: false, breaks: [] };
}

/** Returns an unscheduled closure. */
export function closure(day: number, knownAt: number): CalendarFact {
  return { day, knownAt, change: () => undefined };
}

export const NO_DAYS: readonly number[] = [];
export const NO_HOURS: ReadonlyMap<number, SessionHours> = new Map();

/** Returns a function from a day of `year` to its hours by rule, before any unscheduled change. */
export function usualHours(rules: CalendarRules, year: number): (day: number) => SessionHours | undefined {
  const holidays = new Set(rules.holidays(year));
  const otherHours = rules.otherHours(year);
  return (day) => {
    const usual = holidays.has(day) ? undefined : rules.week(weekdayOf(day), day);
    return usual && (otherHours.get(day) ?? usual);
  };
}
