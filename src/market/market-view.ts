import type { Interval } from "../time/interval.ts";
import type { MarketStatus, Session } from "../time/calendar.ts";
import type { Period, PeriodLength } from "../time/period.ts";
import type { Bars } from "./bars.ts";
import type { CorporateAction } from "./corporate-action.ts";
import type { OwnColumns } from "./market-data.ts";
import type { FactKind, RecordedInstrument } from "./recorded-market.ts";

/**
 * Order of events within an instant. The bar that closes at the instant is known from phase 1 on, the open of the next bar from phase 7 on.
 */
export type ViewPhase = 1 | 2 | 3 | 4 | 5 | 6 | 7;

/**
 * A quote of an instrument at the as-of time. Prices are as traded; ranges and changes are adjusted for known splits. Missing numbers are
 * NaN.
 */
export interface Quote {
  readonly symbol: string;
  /** Last known price: an open, a close or the midpoint of a recorded quote; adjusted for later splits. */
  readonly price: number;
  /** Recorded bid and ask, if known. */
  readonly bid: number;
  readonly ask: number;
  /** Close of the regular session before the current one (while the market is closed: before the last one), in units of today. */
  readonly previousClose: number;
  /** Open, and the values below, of the session so far or, if the market is closed, of the last session. */
  readonly sessionOpen: number;
  readonly sessionHigh: number;
  readonly sessionLow: number;
  readonly volume: number;
  /** Highest high (`week52High`) and lowest low (`week52Low`) of the last year, in units of today. */
  readonly week52High: number;
  readonly week52Low: number;
  /** Highest known price; the next field is the time at which it was reached. */
  readonly allTimeHigh: number;
  readonly allTimeHighTime: number;
  /** Last price that was known 24 hours ago, NaN if none was; the next field is the volume of the last 24 hours. */
  readonly price24hAgo: number;
  readonly volume24h: number;
  /** Price times the known shares outstanding or circulating supply. */
  readonly marketCap: number;
  /** Price divided by the known earnings per share of the last year; NaN unless earnings are above 0. */
  readonly peRatio: number;
  readonly status: MarketStatus;
  /** Time of the price, epoch milliseconds. */
  readonly time: number;
}

/** A request for bars, either of a period that ends at the as-of time or between two instants. */
export interface HistoryRequest {
  readonly interval: Interval;
  readonly period?: Period | PeriodLength;
  /** Start of the range, epoch milliseconds: bars must start at or after `from` and before `to`. */
  readonly from?: number;
  readonly to?: number;
  /** Whether to adjust for splits and dividends with an ex-date up to the current session. */
  readonly adjust: boolean;
  /** Maximum number of bars, counted from the end. */
  readonly limit?: number;
  /** Whether to include bars of extended hours. Default: `regular`. */
  readonly hours?: "regular" | "extended";
}

/** Completed bars up to the as-of time, with the close adjusted for splits and dividends known by then. */
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
  /** Own columns of the bars, by name. */
  readonly columns?: OwnColumns | undefined;
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
  /** Text that the symbol or the name must contain, in upper or lower case. */
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
  /** Returns an instrument by its symbol or, for currency pairs, by its base such as `BTC`. */
  instrument(symbol: string): RecordedInstrument;
  /** Returns the recorded intervals of a symbol whose bars have begun, from short to long. */
  intervals(symbol: string): readonly Interval[];
  universe(request?: UniverseRequest): readonly Listing[];
  /** Returns the known symbol most similar to a misspelled one. */
  suggestion(symbol: string): string | undefined;
  status(calendar: string): MarketStatus;
  /** Returns the current or last session of a calendar, as known at `now`. */
  session(calendar: string): Session | undefined;
  nextSession(calendar: string): Session | undefined;
  sessions(calendar: string, fromDay: number, toDay: number): readonly Session[];
  quote(symbol: string): Quote;
  /**
   * Returns completed bars. Throws `INTERVAL_UNAVAILABLE` for bars finer than recorded, `RAW_UNAVAILABLE` for raw prices of an adjusted
   * recording.
   */
  history(symbol: string, request: HistoryRequest): History;
  /**
   * Returns bars of a recorded interval, including extended hours. Factors include dividends if `dividends` is true. Throws
   * `INTERVAL_UNAVAILABLE`.
   */
  recorded(symbol: string, interval: Interval, dividends?: boolean): RecordedHistory;
  /** Returns splits and dividends with an ex-date up to the current session. */
  actions(symbol: string): readonly CorporateAction[];
  /** Returns a fact about an instrument, such as shares outstanding, as known at `now`; undefined if none is known. */
  fact(symbol: string, kind: FactKind): number | string | undefined;
  /** Returns the option expirations of a symbol that are not past, in days since 1970-01-01, increasing. */
  expirations(symbol: string): readonly number[];
  /** Returns the option chain of an expiration, by default the nearest. Throws `EXPIRATION_UNKNOWN`. */
  chain(symbol: string, expiration?: number): Chain;
  /**
   * Returns how many units of currency `to` one unit of `from` costs, from recorded pairs: direct, inverted or through US dollars. NaN if
   * no such pairs are recorded. `at` is an instant up to `now`, by default `now`.
   */
  rate(from: string, to: string, at?: number): number;
  /** Returns the highest known price of an instrument in another currency, converted at the rate of each time. NaN if no rate is known. */
  highest(symbol: string, currency: string): { readonly price: number; readonly time: number };
}
