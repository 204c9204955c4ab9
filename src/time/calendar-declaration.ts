export type Weekday = "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday";

/** Hours of a session, as times of day `HH:mm`. `18:00-1` is on the day before the session's date, `01:00+1` on the day after. */
export interface DeclaredHours {
  /** Start of regular hours. */
  readonly open: string;
  /** End of regular hours. */
  readonly close: string;
  /** Start of extended hours before the open. Default: none. */
  readonly pre?: string;
  /** End of extended hours after the close. Default: none. */
  readonly post?: string;
  /** Breaks within the session, each from one time of day to another. Default: none. */
  readonly breaks?: readonly (readonly [from: string, to: string])[];
}

/** A date on which hours change, and the time at which the change became known. A time without `Z` is in the calendar's zone. */
export interface DeclaredDate {
  /** Date of the change, as `YYYY-MM-DD`. */
  readonly date: string;
  /** Time at which the change became known, such as `2018-12-01T22:00Z`. Default: always known. */
  readonly knownAt?: string;
}

export interface DeclaredEarlyClose extends DeclaredDate {
  readonly close: string;
  /** End of extended hours after the close. Default: none. */
  readonly post?: string;
}

export interface DeclaredLateOpen extends DeclaredDate {
  readonly open: string;
  /** Start of extended hours before the open. Default: as on usual days. */
  readonly pre?: string;
}

/** An extra session on a date that has none by the weekly hours, or other hours for a date that has a session. */
export interface DeclaredSession extends DeclaredDate, DeclaredHours {
  readonly earlyClose?: boolean;
}

/**
 * A calendar as plain data, as the manifest of a recording stores it. It extends a built-in calendar, or has a zone and weekly hours of its
 * own.
 */
export interface CalendarDeclaration {
  /** Identifier of the calendar, such as `XHEL`. */
  readonly name: string;
  /** Name of the market, such as `Nasdaq Helsinki`. */
  readonly title: string;
  /** Name of a built-in calendar to extend. If given, `zone` and `week` must be left out. */
  readonly extends?: string;
  /** Time zone of the hours, by its IANA name, such as `Europe/Helsinki`. */
  readonly zone?: string;
  /** Hours by day of the week, `sunday` to `saturday`. Days left out have no session. */
  readonly week?: Readonly<Partial<Record<Weekday, DeclaredHours>>>;
  /** Sessions in a usual year. Default: 365 if there are sessions on weekends, otherwise 252. */
  readonly sessionsPerYear?: number;
  /** Dates without a session, known in advance. */
  readonly holidays?: readonly string[];
  /** Unscheduled dates without a session, each with the time at which the closure became known. */
  readonly closures?: readonly DeclaredDate[];
  /** Sessions that close early: `date`, `close`, `post`, `knownAt`. */
  readonly earlyCloses?: readonly DeclaredEarlyClose[];
  /** Sessions that open late: `date`, `open`, `pre`, `knownAt`. */
  readonly lateOpens?: readonly DeclaredLateOpen[];
  /** Extra sessions, and dates with other hours than usual. */
  readonly sessions?: readonly DeclaredSession[];
}
