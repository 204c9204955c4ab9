/** State of a market at an instant. */
export type MarketStatus = "open" | "closed" | "pre" | "post";

/** One session of a market. Times are epoch milliseconds UTC. */
export interface Session {
  /**
   * Date of the session in the market's time zone, in days since 1970-01-01. A session that opens on the evening before has the date of its
   * close.
   */
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
  /** Breaks within the session, such as lunch, each with start and end. */
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
  /** 1 for a session that closes early, otherwise 0. */
  readonly earlyClose: Uint8Array;
}

/**
 * Calendar of a market: its sessions and holidays. Each method takes `knownAt`, the as-of time of the query: unscheduled closures that were
 * announced later are ignored. Without `knownAt`, all closures count.
 */
export interface Calendar {
  /** Identifier of the calendar, such as `XNYS`. */
  readonly name: string;
  /** Name of the market, such as `New York Stock Exchange`. */
  readonly title: string;
  /** Time zone of the session dates, by its IANA name. */
  readonly zone: string;
  /** Whether the market has regular sessions on Saturdays or Sundays. */
  readonly weekends: boolean;
  /** Sessions in a usual year, used to annualize metrics. */
  readonly sessionsPerYear: number;
  /** Returns the sessions from one day to another, both included. Days count from 1970-01-01. */
  sessions(fromDay: number, toDay: number, knownAt?: number): SessionColumns;
  /** Returns the session of a day; undefined if the day has none. */
  session(day: number, knownAt?: number): Session | undefined;
  /** Returns the last session whose regular hours began at or before an instant. */
  lastSession(instant: number, knownAt?: number): Session | undefined;
  /** Returns the first session whose regular hours begin after an instant. */
  nextSession(instant: number, knownAt?: number): Session | undefined;
  /**
   * Returns the market's status at an instant: `"open"`, `"closed"`, `"pre"` (extended hours before the open) or `"post"` (after the
   * close).
   */
  status(instant: number, knownAt?: number): MarketStatus;
}
