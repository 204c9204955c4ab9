/** State of a market at an instant. */
export type MarketStatus = "open" | "closed" | "pre" | "post";

/** One session of a market. Times are epoch milliseconds UTC. */
export interface Session {
  /** Date in the market's time zone, in days since 1970-01-01. A session that opens the evening before has the date of its close. */
  readonly date: number;
  /** Start of extended hours before the open; the open if there are none. */
  readonly preOpen: number;
  /** Start of regular hours. */
  readonly open: number;
  /** End of regular hours. */
  readonly close: number;
  /** End of extended hours after the close; the close if there are none. */
  readonly postClose: number;
  /** Whether the session closes early. */
  readonly earlyClose: boolean;
  /** Breaks within the session, such as lunch: from, to. */
  readonly breaks: readonly (readonly [from: number, to: number])[];
}

/** Consecutive sessions, oldest first, as columns of equal length, for loops over bars. */
export interface SessionColumns {
  readonly length: number;
  readonly date: Float64Array;
  readonly preOpen: Float64Array;
  readonly open: Float64Array;
  readonly close: Float64Array;
  readonly postClose: Float64Array;
  /** 1 for an early close. */
  readonly earlyClose: Uint8Array;
}

/**
 * When a market trades. Unscheduled closures have the time at which they became known. Each method takes `knownAt`, the as-of time of the
 * query: closures announced later are ignored. Without `knownAt`, all closures count.
 */
export interface Calendar {
  /** Identifier of the market, such as `XNYS`. */
  readonly name: string;
  /** Name of the market. */
  readonly title: string;
  /** Time zone of its dates, by its IANA name. */
  readonly zone: string;
  /** Whether Saturdays or Sundays have regular sessions. */
  readonly weekends: boolean;
  /** Sessions in a usual year, used to annualize metrics. */
  readonly sessionsPerYear: number;
  /** Returns the sessions from one day to another, both inclusive, in days since 1970-01-01. */
  sessions(fromDay: number, toDay: number, knownAt?: number): SessionColumns;
  /** Returns the session of a day, if there is one. */
  session(day: number, knownAt?: number): Session | undefined;
  /** Returns the last session whose regular hours began at or before an instant. */
  lastSession(instant: number, knownAt?: number): Session | undefined;
  /** Returns the first session whose regular hours begin after an instant. */
  nextSession(instant: number, knownAt?: number): Session | undefined;
  /** Returns `"open"`, `"closed"`, `"pre"` or `"post"` (extended hours before and after the session). */
  status(instant: number, knownAt?: number): MarketStatus;
}
