import type { Interval } from "../time/interval.ts";
import type { MarketStatus, Session } from "../time/calendar.ts";
import type { Period, PeriodLength } from "../time/period.ts";
import type { Bars } from "./bars.ts";
import type { CorporateAction } from "./corporate-action.ts";
import type { FactKind, RecordedInstrument } from "./recorded-market.ts";

/** Phases of an instant: a bar that closes at it is known from phase 1 on, the open of one that starts at it from phase 7 on. */
export type ViewPhase = 1 | 2 | 3 | 4 | 5 | 6 | 7;

/** What is known of an instrument's price now. Missing numbers are NaN. Prices are as traded; ranges and changes are restated for splits that are known. */
export interface Quote {
  readonly symbol: string;
  /** The last price known: an open, a close or a recorded quote's middle; in today's units when a split came after it. */
  readonly price: number;
  /** Recorded bid and ask, if any is known. */
  readonly bid: number;
  readonly ask: number;
  /** Close of the regular session before the current (or, when closed, the last) one, in today's units. */
  readonly previousClose: number;
  /** Of the session so far; when the market is closed, of the last session. */
  readonly sessionOpen: number;
  readonly sessionHigh: number;
  readonly sessionLow: number;
  readonly volume: number;
  /** Highest high and lowest low of (now − 1 year, now], in today's units. */
  readonly week52High: number;
  readonly week52Low: number;
  /** The highest price of all that is known, and when it was reached. */
  readonly allTimeHigh: number;
  readonly allTimeHighTime: number;
  /** Price and volume of the last 24 hours: the last price known 24 hours ago; NaN before there was one. */
  readonly price24hAgo: number;
  readonly volume24h: number;
  /** Price times shares (or circulating supply) known now. */
  readonly marketCap: number;
  /** Price over trailing earnings known now; NaN when they are not above 0. */
  readonly peRatio: number;
  readonly status: MarketStatus;
  /** Time of the datum that the price comes from, epoch milliseconds. */
  readonly time: number;
}

/** Which bars are asked for: a period that ends now, or instants. */
export interface HistoryRequest {
  readonly interval: Interval;
  readonly period?: Period | PeriodLength;
  /** Epoch milliseconds: bars that start at or after `from` and before `to`. */
  readonly from?: number;
  readonly to?: number;
  /** Adjusted for splits and dividends whose ex-date is not later than the session of now. */
  readonly adjust: boolean;
  /** The most bars, counted from the end. */
  readonly limit?: number;
  /** Whether bars before the open and after the close are among them; `regular` unless said otherwise. */
  readonly hours?: "regular" | "extended";
}

/** Completed bars up to now, with the close adjusted for splits and dividends known now. */
export interface History {
  readonly instrument: RecordedInstrument;
  readonly bars: Bars;
  readonly adjustedClose: Float64Array;
}

/** Completed bars up to now as they are recorded, whatever their prices are stated in, and what makes columns of them that only go on. */
export interface RecordedHistory {
  readonly instrument: RecordedInstrument;
  readonly bars: Bars;
  /** Prices times it have no jumps at splits; see `forwardFactors`. */
  readonly priceFactor: Float64Array;
  /** Volumes are divided by it. */
  readonly splitFactor: Float64Array;
}

/** One contract of a chain. Missing numbers are NaN. */
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

/** The chain of one underlying and expiration by the last snapshot known now. */
export interface Chain {
  readonly symbol: string;
  /** Days since 1970-01-01. */
  readonly expiration: number;
  readonly time: number;
  readonly calls: readonly ChainContract[];
  readonly puts: readonly ChainContract[];
}

export interface UniverseRequest {
  /** Part of a symbol or name, in any case. */
  readonly query?: string;
  readonly assetClass?: string;
}

/** The first and last datum of an instrument that are known now, and the intervals in which it is recorded. */
export interface Listing {
  readonly instrument: RecordedInstrument;
  readonly first: number;
  readonly last: number;
  readonly intervals: readonly Interval[];
}

/**
 * A recorded market as it was known at a moment: the only way in which engines, servers and streams read a recording. Nothing that it
 * answers depends on anything later than `now`. An instrument exists from its first datum on; asked for before, it is unknown.
 * Every question about a symbol throws SYMBOL_UNKNOWN, with a `suggestion` among those known now.
 */
export interface MarketView {
  readonly now: number;
  readonly phase: ViewPhase;
  readonly mainCalendar: string;
  has(symbol: string): boolean;
  /** By symbol, or by base for pairs (`BTC`). */
  instrument(symbol: string): RecordedInstrument;
  universe(request?: UniverseRequest): readonly Listing[];
  /** The known symbol most like a misspelt one. */
  suggestion(symbol: string): string | undefined;
  status(calendar: string): MarketStatus;
  /** Sessions as known now: the current or last one, and the next. */
  session(calendar: string): Session | undefined;
  nextSession(calendar: string): Session | undefined;
  sessions(calendar: string, fromDay: number, toDay: number): readonly Session[];
  quote(symbol: string): Quote;
  /** Throws INTERVAL_UNAVAILABLE for bars finer than recorded, RAW_UNAVAILABLE for raw prices of an adjusted recording. */
  history(symbol: string, request: HistoryRequest): History;
  /** Bars of a recorded interval, with those before the open and after the close; dividends count in their factors where asked for. Throws INTERVAL_UNAVAILABLE. */
  recorded(symbol: string, interval: Interval, dividends?: boolean): RecordedHistory;
  /** Splits and dividends whose ex-date is not later than the session of now. */
  actions(symbol: string): readonly CorporateAction[];
  /** The fact as known now; undefined where there is none. */
  fact(symbol: string, kind: FactKind): number | string | undefined;
  /** Expirations that are not past, in days since 1970-01-01, rising. */
  expirations(symbol: string): readonly number[];
  /** Of the nearest expiration when left out. Throws EXPIRATION_UNKNOWN. */
  chain(symbol: string, expiration?: number): Chain;
  /**
   * Units of `to` for one unit of `from`, by recorded pairs, directly, inverted or over US dollars; NaN where there is no way. `at` is an
   * instant up to now whose rate is asked for.
   */
  rate(from: string, to: string, at?: number): number;
  /** The highest price known of an instrument, in another currency, each moment converted at its own rate. NaN where no rate is known. */
  highest(symbol: string, currency: string): { readonly price: number; readonly time: number };
}
