import type { Column } from "../primitives/column.ts";
import type { Calendar } from "../time/calendar.ts";
import type { Bars } from "./bars.ts";
import type { CorporateAction, PriceBasis } from "./corporate-action.ts";
import type { Instrument } from "./instrument.ts";

export type AssetClass = "stock" | "etf" | "index" | "crypto" | "forex" | "commodity" | "option";

/** An instrument as a recording knows it. */
export interface RecordedInstrument extends Instrument {
  readonly assetClass: AssetClass;
  readonly exchange: string;
  /** IANA zone of the exchange. */
  readonly zone: string;
  /** Name of its calendar. */
  readonly calendar: string;
  /** Decimals in which its prices are shown. */
  readonly decimals: number;
  readonly priceBasis: PriceBasis;
  /** The path by which assets of pairs are asked for: `BTC` of BTCUSD; the symbol for all others. */
  readonly base: string;
  /** Of a commodity: what one price is for, such as `barrel`, and the month of the contract; empty where not said. */
  readonly unit: string;
  readonly contractMonth: string;
  /** Prices of many contracts were joined into one series. */
  readonly continuous: boolean;
}

/** Recorded bars of one instrument and interval. */
export interface RecordedSeries {
  readonly symbol: string;
  readonly bars: Bars;
}

/** Recorded bid and ask, oldest first, columns of one length. NaN for what was not quoted. */
export interface RecordedQuotes {
  readonly symbol: string;
  readonly time: Column;
  readonly bid: Column;
  readonly ask: Column;
  readonly bidSize: Column;
  readonly askSize: Column;
}

/**
 * Snapshots of an options chain, one row a contract and snapshot, by time, then expiration, then strike, calls before puts. NaN for what
 * was not recorded.
 */
export interface RecordedChain {
  /** The underlying instrument. */
  readonly symbol: string;
  readonly time: Column;
  /** Days since 1970-01-01. */
  readonly expiration: Column;
  readonly strike: Column;
  /** 1 for a call, -1 for a put. */
  readonly right: Column;
  readonly last: Column;
  readonly bid: Column;
  readonly ask: Column;
  readonly volume: Column;
  readonly openInterest: Column;
  /** A fraction. */
  readonly impliedVolatility: Column;
  readonly delta: Column;
  readonly gamma: Column;
  /** A calendar day. */
  readonly theta: Column;
  /** For one percentage point of volatility. */
  readonly vega: Column;
}

/** What a fact of an instrument is about; `interest_rate` is that of the currency which stands for the symbol, annual, a fraction. */
export type FactKind =
  | "shares_outstanding"
  | "trailing_eps"
  | "circulating_supply"
  | "total_supply"
  | "dividend_yield"
  | "interest_rate"
  | "name";

/** A number (or a name) that became known at a moment and holds until the next of its kind. */
export interface DatedFact {
  readonly symbol: string;
  readonly kind: FactKind;
  readonly value: number | string;
  /** Epoch milliseconds UTC. */
  readonly knownAt: number;
}

/** All that was recorded of a market, in memory. Readers never see it: they are given a market view, bound to a moment. */
export interface RecordedMarket {
  readonly name: string;
  readonly description: string;
  readonly licence: string;
  readonly provenance: "recorded" | "synthetic";
  /** Where the data come from and how they were read, one sentence each. */
  readonly notes: readonly string[];
  /** Every calendar that an instrument names. */
  readonly calendars: readonly Calendar[];
  readonly mainCalendar: string;
  readonly instruments: readonly RecordedInstrument[];
  /** One for each instrument and interval, in any order. */
  readonly series: readonly RecordedSeries[];
  readonly actions: readonly CorporateAction[];
  readonly quotes: readonly RecordedQuotes[];
  readonly chains: readonly RecordedChain[];
  readonly facts: readonly DatedFact[];
}
