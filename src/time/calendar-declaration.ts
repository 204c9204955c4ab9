export type Weekday = "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday";

/** Times of day as `HH:mm`. `18:00-1` is on the day before the session's date, `01:00+1` on the day after, `24:00` the end of the date. */
export interface DeclaredHours {
  /** Start of regular hours. */
  readonly open: string;
  /** End of regular hours. */
  readonly close: string;
  /** Start of extended hours before the open. Default: none. */
  readonly pre?: string;
  /** End of extended hours after the close. Default: none. */
  readonly post?: string;
  /** Breaks within the session. */
  readonly breaks?: readonly (readonly [from: string, to: string])[];
}

/** A date, and the time at which its change became known. A time without `Z` is in the calendar's zone. */
export interface DeclaredDate {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** Such as `2018-12-01T22:00Z`. Default: always known. */
  readonly knownAt?: string;
}

export interface DeclaredEarlyClose extends DeclaredDate {
  readonly close: string;
  /** End of extended hours after the close. Default: none. */
  readonly post?: string;
}

export interface DeclaredLateOpen extends DeclaredDate {
  readonly open: string;
  /** Start of extended hours before the open. Default: as usual. */
  readonly pre?: string;
}

/** An extra session on a date without one, or other hours on a date that has one. */
export interface DeclaredSession extends DeclaredDate, DeclaredHours {
  readonly earlyClose?: boolean;
}

/** A calendar as plain data, as the manifest of a recording stores it. It extends a built-in calendar, or has a zone and weekly hours of its own. */
export interface CalendarDeclaration {
  /** Identifier, such as `XHEL`. */
  readonly name: string;
  /** Name of the market. */
  readonly title: string;
  /** Name of the built-in calendar to extend; then `zone` and `week` are left out. */
  readonly extends?: string;
  /** Time zone, by its IANA name. */
  readonly zone?: string;
  /** Hours by day of the week, `sunday` to `saturday`. Days left out have no session. */
  readonly week?: Readonly<Partial<Record<Weekday, DeclaredHours>>>;
  /** Sessions in a usual year. Default: 365 if weekends trade, otherwise 252. */
  readonly sessionsPerYear?: number;
  /** Dates without a session, known in advance. */
  readonly holidays?: readonly string[];
  /** Closures with the time at which they became known. */
  readonly closures?: readonly DeclaredDate[];
  /** Sessions that close early: `date`, `close`, `post`, `knownAt`. */
  readonly earlyCloses?: readonly DeclaredEarlyClose[];
  /** Sessions that open late: `date`, `open`, `pre`, `knownAt`. */
  readonly lateOpens?: readonly DeclaredLateOpen[];
  /** Extra sessions, or other hours of a date. */
  readonly sessions?: readonly DeclaredSession[];
}
