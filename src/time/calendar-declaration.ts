export type Weekday = "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday";

/** Times of day as `HH:mm`; `18:00-1` is on the evening before the session's date, `01:00+1` on the morning after, `24:00` its end. */
export interface DeclaredHours {
  readonly open: string;
  readonly close: string;
  /** Begin of trading before the open; none where it is left out. */
  readonly pre?: string;
  /** End of trading after the close; none where it is left out. */
  readonly post?: string;
  readonly breaks?: readonly (readonly [from: string, to: string])[];
}

/** A date, and when the change that it stands for became known: an instant such as `2018-12-01T22:00Z`, on the calendar's clocks without `Z`. */
export interface DeclaredDate {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** Always known where it is left out. */
  readonly knownAt?: string;
}

export interface DeclaredEarlyClose extends DeclaredDate {
  readonly close: string;
  /** End of trading after the close; none where it is left out. */
  readonly post?: string;
}

export interface DeclaredLateOpen extends DeclaredDate {
  readonly open: string;
  /** Begin of trading before the open; as usual where it is left out. */
  readonly pre?: string;
}

/** A session on a date without one, or with other hours than usual on one that has. */
export interface DeclaredSession extends DeclaredDate, DeclaredHours {
  readonly earlyClose?: boolean;
}

/**
 * A calendar as plain data, as a recording's manifest stores it. With `extends` it is a calendar that is built in plus the dates given here;
 * without, it has a zone and weekly hours of its own.
 */
export interface CalendarDeclaration {
  readonly name: string;
  readonly title: string;
  /** Name of a calendar that is built in. */
  readonly extends?: string;
  /** IANA zone. */
  readonly zone?: string;
  /** Days of the week without hours have no session. */
  readonly week?: Readonly<Partial<Record<Weekday, DeclaredHours>>>;
  /** 365 where Saturday and Sunday trade and 252 otherwise, if left out. */
  readonly sessionsPerYear?: number;
  /** Dates without a session that were always known. */
  readonly holidays?: readonly string[];
  readonly closures?: readonly DeclaredDate[];
  readonly earlyCloses?: readonly DeclaredEarlyClose[];
  readonly lateOpens?: readonly DeclaredLateOpen[];
  readonly sessions?: readonly DeclaredSession[];
}
