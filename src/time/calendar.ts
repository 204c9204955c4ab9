/** What a market is doing at an instant. */
export type MarketStatus = "open" | "closed" | "pre" | "post";

/** One session of a market. Times are epoch milliseconds UTC. */
export interface Session {
  /** Its date on the calendar of the market's zone, in days since 1970-01-01. A futures session that opens the evening before has the date of its close. */
  readonly date: number;
  /** Begin of trading before the open; the open itself where there is none. */
  readonly preOpen: number;
  readonly open: number;
  readonly close: number;
  /** End of trading after the close; the close itself where there is none. */
  readonly postClose: number;
  /** It closes earlier than most of its kind. */
  readonly earlyClose: boolean;
  /** Pauses inside the session, such as a lunch break: from, to. */
  readonly breaks: readonly (readonly [from: number, to: number])[];
}

/** Sessions in a row, oldest first, as columns of one length: what loops over bars read. */
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
 * When a market trades. Special closures and early closes are facts with the moment at which they became known: every question takes
 * `knownAt`, the instant as of which it is asked, and before that moment the answer is that of the calendar without them. Left out, all
 * is known.
 */
export interface Calendar {
  /** Its market identifier, such as `XNYS`. */
  readonly name: string;
  readonly title: string;
  /** IANA zone of its dates. */
  readonly zone: string;
  /** Sessions on Saturdays or Sundays are regular. */
  readonly weekends: boolean;
  /** Sessions in a usual year, by which metrics are annualised: 252, or 365 when weekends trade. */
  readonly sessionsPerYear: number;
  /** The sessions whose dates lie between two days since 1970-01-01, both inclusive. */
  sessions(fromDay: number, toDay: number, knownAt?: number): SessionColumns;
  /** The session of a date in days since 1970-01-01, if there is one. */
  session(day: number, knownAt?: number): Session | undefined;
  /** The last session whose regular open is at or before the instant. */
  lastSession(instant: number, knownAt?: number): Session | undefined;
  /** The first session whose regular open is after the instant. */
  nextSession(instant: number, knownAt?: number): Session | undefined;
  status(instant: number, knownAt?: number): MarketStatus;
}
