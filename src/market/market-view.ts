import type { Interval } from "../time/interval.ts";
import type { MarketStatus, Session } from "../time/calendar.ts";
import type { Period, PeriodLength } from "../time/period.ts";
import type { Bars } from "./bars.ts";
import type { CorporateAction } from "./corporate-action.ts";
import type { FactKind, RecordedInstrument } from "./recorded-market.ts";

/** Phase within an instant. A bar that closes at the instant is known from phase 1 on. The open of a bar that starts at the instant is known from phase 7 on. */
export type ViewPhase = 1 | 2 | 3 | 4 | 5 | 6 | 7;

/** A quote of an instrument at the as-of time. Missing numbers are NaN. Prices are as traded; ranges and changes are adjusted for known splits. */
export interface Quote {
  readonly symbol: string;
  /** Last known price: an open, a close or the midpoint of a recorded quote; adjusted for later splits. */
  readonly price: number;
  /** Recorded bid and ask, if known. */
  readonly bid: number;
  readonly ask: number;
  /** Close of the regular session before the current (or, when closed, the last) one, in today's units. */
  readonly previousClose: number;
  /** Values of the session so far or, if the market is closed, of the last session. */
  readonly sessionOpen: number;
  readonly sessionHigh: number;
  readonly sessionLow: number;
  readonly volume: number;
  /** Highest high and lowest low of (now − 1 year, now], in today's units. */
  readonly week52High: number;
  readonly week52Low: number;
  /** Highest known price, and the time at which it was reached. */
  readonly allTimeHigh: number;
  readonly allTimeHighTime: number;
  /** Last price known 24 hours ago (NaN if none), and volume of the last 24 hours. */
  readonly price24hAgo: number;
  readonly volume24h: number;
  /** Price times the known shares outstanding or circulating supply. */
  readonly marketCap: number;
  /** Price divided by known trailing earnings; NaN unless these are above 0. */
  readonly peRatio: number;
  readonly status: MarketStatus;
  /** Time of the price, epoch milliseconds. */
  readonly time: number;
}

/** A request for bars, by a period that ends at the as-of time or by instants. */
export interface HistoryRequest {
  readonly interval: Interval;
  readonly period?: Period | PeriodLength;
  /** Epoch milliseconds: bars that start at or after `from` and before `to`. */
  readonly from?: number;
  readonly to?: number;
  /** Whether to adjust for splits and dividends with an ex-date up to the current session. */
  readonly adjust: boolean;
  /** Maximum number of bars, counted from the end. */
  readonly limit?: number;
  /** Whether to include bars of extended hours. Default: `regular`. */
  readonly hours?: "regular" | "extended";
}

/** Completed bars up to now, with the close adjusted for splits and dividends known now. */
export interface History {
  readonly instrument: RecordedInstrument;
  readonly bars: Bars;
  readonly adjustedClose: Float64Array;
}

/** Completed bars as recorded, on any price basis, with factors to remove jumps at splits and dividends. */
export interface RecordedHistory {
  readonly instrument: RecordedInstrument;
  readonly bars: Bars;
  /** Multiply prices by this to remove jumps at splits; see `forwardFactors`. */
  readonly priceFactor: Float64Array;
  /** Divide volumes by this. */
  readonly splitFactor: Float64Array;
}

/** A contract of an option chain. Missing numbers are NaN. */
export interface ChainContract {
  readonly strike: number;
  readonly last: number;
  readonly bid: number;
  readonly ask: number;
  readonly volume: number;
  readonly openInterest: number;
  readonly impliedVolatility: number;
  readonly delta: number;
  readonly gamma: number;
  readonly theta: number;
  readonly vega: number;
}

/** The option chain of one underlying and expiration, from the last known snapshot. */
export interface Chain {
  readonly symbol: string;
  /** Expiration, in days since 1970-01-01. */
  readonly expiration: number;
  readonly time: number;
  readonly calls: readonly ChainContract[];
  readonly puts: readonly ChainContract[];
}

export interface UniverseRequest {
  /** Part of a symbol or name, ignoring case. */
  readonly query?: string;
  readonly assetClass?: string;
}

/** An instrument with the times of its first and last known data and its recorded intervals. */
export interface Listing {
  readonly instrument: RecordedInstrument;
  readonly first: number;
  readonly last: number;
  readonly intervals: readonly Interval[];
}

/**
 * A recorded market at an as-of time: the only way in which engines, servers and streams read a recording. No answer depends
 * on data after `now`. An instrument is unknown before its first data.
 * Methods with a symbol throw `SYMBOL_UNKNOWN`, with a `suggestion` among the symbols known at `now`.
 */
export interface MarketView {
  readonly now: number;
  readonly phase: ViewPhase;
  readonly mainCalendar: string;
  has(symbol: string): boolean;
  /** Returns an instrument by symbol or, for pairs, by base (`BTC`). */
  instrument(symbol: string): RecordedInstrument;
  universe(request?: UniverseRequest): readonly Listing[];
  /** Returns the known symbol most similar to a misspelled one. */
  suggestion(symbol: string): string | undefined;
  status(calendar: string): MarketStatus;
  /** Returns the current or last session, as known at `now`. */
  session(calendar: string): Session | undefined;
  nextSession(calendar: string): Session | undefined;
  sessions(calendar: string, fromDay: number, toDay: number): readonly Session[];
  quote(symbol: string): Quote;
  /** Returns bars. Throws `INTERVAL_UNAVAILABLE` for bars finer than recorded, and `RAW_UNAVAILABLE` for raw prices of an adjusted recording. */
  history(symbol: string, request: HistoryRequest): History;
  /** Returns bars of a recorded interval, including extended hours. Factors include dividends if `dividends` is true. Throws `INTERVAL_UNAVAILABLE`. */
  recorded(symbol: string, interval: Interval, dividends?: boolean): RecordedHistory;
  /** Returns splits and dividends with an ex-date up to the current session. */
  actions(symbol: string): readonly CorporateAction[];
  /** Returns a fact as known at `now`; undefined if there is none. */
  fact(symbol: string, kind: FactKind): number | string | undefined;
  /** Returns the expirations that are not past, in days since 1970-01-01, increasing. */
  expirations(symbol: string): readonly number[];
  /** Returns the chain of an expiration, by default the nearest. Throws `EXPIRATION_UNKNOWN`. */
  chain(symbol: string, expiration?: number): Chain;
  /**
   * Returns the units of `to` for one unit of `from`, from recorded pairs: direct, inverted or through US dollars; NaN if there are none.
   * `at` is an instant up to `now`, by default `now`.
   */
  rate(from: string, to: string, at?: number): number;
  /** Returns the highest known price of an instrument in another currency, converted at the rate of each time. NaN if no rate is known. */
  highest(symbol: string, currency: string): { readonly price: number; readonly time: number };
}
