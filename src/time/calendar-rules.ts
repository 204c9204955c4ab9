import { weekdayOf } from "./holidays.ts";

/**
 * When one session trades, in minutes from the midnight at which its date begins, on the clocks of the market's zone. Below 0 is the
 * evening before, above 1,440 the morning after.
 */
export interface SessionHours {
  /** The open itself where there is no trading before it. */
  readonly preOpen: number;
  readonly open: number;
  readonly close: number;
  /** The close itself where there is no trading after it. */
  readonly postClose: number;
  readonly earlyClose: boolean;
  readonly breaks: readonly (readonly [from: number, to: number])[];
}

/** A change that no rule foretells: what it makes of the hours of one date, and when it became known. */
export interface CalendarFact {
  /** The date in days since 1970-01-01. */
  readonly day: number;
  /** Epoch milliseconds UTC; -Infinity for what was always known. */
  readonly knownAt: number;
  /** The hours after the change, of those before it. Undefined: no session. */
  readonly change: (hours: SessionHours | undefined) => SessionHours | undefined;
}

/** What tells one calendar from another. `RuledCalendar` turns it into sessions. */
export interface CalendarRules {
  readonly name: string;
  readonly title: string;
  /** IANA zone. */
  readonly zone: string;
  readonly weekends: boolean;
  readonly sessionsPerYear: number;
  /** Usual hours of a date; undefined where its weekday has no session. Sunday is 0. */
  readonly week: (weekday: number, day: number) => SessionHours | undefined;
  /** Dates of a year without a session, as the rules have it. They may fall on weekends, where they change nothing. */
  readonly holidays: (year: number) => readonly number[];
  /** Dates of a year with other hours than usual, as the rules have it. Holidays go first. */
  readonly otherHours: (year: number) => ReadonlyMap<number, SessionHours>;
  readonly facts: readonly CalendarFact[];
}

/** 16:30 as minutes from midnight. */
export function clock(hour: number, minute = 0): number {
  return hour * 60 + minute;
}

/** Hours without breaks. Trading before the open and after the close only where it is given. */
export function hours(open: number, close: number, preOpen = open, postClose = close): SessionHours {
  return { preOpen, open, close, postClose, earlyClose: false, breaks: [] };
}

/** A closure that was not foreseen. */
export function closure(day: number, knownAt: number): CalendarFact {
  return { day, knownAt, change: () => undefined };
}

export const NO_DAYS: readonly number[] = [];
export const NO_HOURS: ReadonlyMap<number, SessionHours> = new Map();

/** What the rules say of the dates of one year, before any fact. */
export function usualHours(rules: CalendarRules, year: number): (day: number) => SessionHours | undefined {
  const holidays = new Set(rules.holidays(year));
  const otherHours = rules.otherHours(year);
  return (day) => {
    const usual = holidays.has(day) ? undefined : rules.week(weekdayOf(day), day);
    return usual && (otherHours.get(day) ?? usual);
  };
}
