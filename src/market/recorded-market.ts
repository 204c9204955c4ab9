import type { Column } from "../primitives/column.ts";
import type { Calendar } from "../time/calendar.ts";
import type { Bars } from "./bars.ts";
import type { CorporateAction, PriceBasis } from "./corporate-action.ts";
import type { Instrument } from "./instrument.ts";
import type { OwnColumns } from "./market-data.ts";

export type AssetClass = "stock" | "etf" | "index" | "crypto" | "forex" | "commodity" | "option";

/** An instrument of a recording, with its exchange and how to show its prices. */
export interface RecordedInstrument extends Instrument {
  readonly assetClass: AssetClass;
  readonly exchange: string;
  /** IANA time zone of the exchange. */
  readonly zone: string;
  /** Name of the instrument's calendar, such as `XNYS`. */
  readonly calendar: string;
  /** Number of decimals with which to show prices. */
  readonly decimals: number;
  readonly priceBasis: PriceBasis;
  /** Name of the instrument in API paths: for a pair its asset, such as `BTC` of BTCUSD, otherwise the symbol. */
  readonly base: string;
  /** For a commodity: unit of the price, such as `barrel`, and month of the contract; empty if unknown. */
  readonly unit: string;
  readonly contractMonth: string;
  /** Whether the prices of many contracts were joined into one series. */
  readonly continuous: boolean;
}

/** Recorded bars of one instrument and interval. */
export interface RecordedSeries {
  readonly symbol: string;
  readonly bars: Bars;
  /** Own columns of the bars, by name. */
  readonly columns?: OwnColumns | undefined;
}

/** Recorded bids and asks, oldest first, as columns of equal length. NaN if missing. */
export interface RecordedQuotes {
  readonly symbol: string;
  readonly time: Column;
  readonly bid: Column;
  readonly ask: Column;
  readonly bidSize: Column;
  readonly askSize: Column;
}

/**
 * Snapshots of an option chain, one row per contract and snapshot, sorted by time, expiration and strike, calls before puts. NaN if
 * not recorded.
 */
export interface RecordedChain {
  /** Symbol of the underlying. */
  readonly symbol: string;
  readonly time: Column;
  /** Expiration of the contract in each row, in days since 1970-01-01. */
  readonly expiration: Column;
  readonly strike: Column;
  /** 1 for a call, -1 for a put. */
  readonly right: Column;
  readonly last: Column;
  readonly bid: Column;
  readonly ask: Column;
  readonly volume: Column;
  readonly openInterest: Column;
  /** Implied volatility, as a fraction. */
  readonly impliedVolatility: Column;
  readonly delta: Column;
  readonly gamma: Column;
  /** Theta: change of the option's price per calendar day. */
  readonly theta: Column;
  /** Vega: change of the option's price per percentage point of volatility. */
  readonly vega: Column;
}

/** Kind of a dated fact. For `interest_rate`, the symbol is a currency and the value its annual rate as a fraction. */
export type FactKind =
  | "shares_outstanding"
  | "trailing_eps"
  | "circulating_supply"
  | "total_supply"
  | "dividend_yield"
  | "interest_rate"
  | "name";

/** A number or name that became known at a time and is valid until the next fact of its kind. */
export interface DatedFact {
  readonly symbol: string;
  readonly kind: FactKind;
  readonly value: number | string;
  /** Time at which the fact became known, epoch milliseconds. */
  readonly knownAt: number;
}

/** A recorded market in memory. Strategies and servers read it only through a `MarketView`, which shows nothing after its as-of time. */
export interface RecordedMarket {
  readonly name: string;
  readonly description: string;
  readonly licence: string;
  readonly provenance: "recorded" | "synthetic";
  /** Notes on the source of the data and on how it was read, one sentence each. */
  readonly notes: readonly string[];
  /** Calendars of all instruments. */
  readonly calendars: readonly Calendar[];
  readonly mainCalendar: string;
  readonly instruments: readonly RecordedInstrument[];
  /** One series per instrument and interval, in any order. */
  readonly series: readonly RecordedSeries[];
  readonly actions: readonly CorporateAction[];
  readonly quotes: readonly RecordedQuotes[];
  readonly chains: readonly RecordedChain[];
  readonly facts: readonly DatedFact[];
}
