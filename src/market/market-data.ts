import { parameterError } from "../primitives/check.ts";
import type { Column, NumbersOf } from "../primitives/column.ts";
import type { Calendar } from "../time/calendar.ts";
import type { Bars } from "./bars.ts";
import type { CorporateAction, PriceBasis } from "./corporate-action.ts";
import type { ExtendedHours } from "./extended-hours.ts";
import { type Instrument, instrument } from "./instrument.ts";

/** The bars of one instrument. */
export interface Series {
  readonly instrument: Instrument;
  readonly bars: Bars;
  /** The calendar of its exchange; without one a bar of a day or longer is its own session, and an intraday session is a day of `zone`. */
  readonly calendar?: Calendar | undefined;
  /** IANA zone whose days are the sessions of intraday bars without a calendar; `UTC` when left out. Readers of files set the one they were given. */
  readonly zone?: string | undefined;
  /** Splits and dividends, in any order. */
  readonly actions?: readonly CorporateAction[] | undefined;
  /** What its prices are stated in; `raw` when left out. */
  readonly priceBasis?: PriceBasis | undefined;
  /** The bars whose first session anchors its factors and whose closes measure its dividends; its own when left out. */
  readonly reference?: Bars | undefined;
  /** Bars of a finer interval over the same time, for runs that look inside bars. */
  readonly finer?: Bars | undefined;
  /** The sessions in which orders work, also those without bars; when left out those from the session of the first bar to that of the last. */
  readonly sessions?: NumbersOf<SeriesSessions> | undefined;
  /** Of what is known by bids and asks alone, such as an option: those at the end of each bar, which is when orders meet them. */
  readonly quotes?: NumbersOf<SeriesQuotes> | undefined;
}

/** A series of which every list is a column. */
export interface ColumnSeries extends Series {
  readonly sessions?: SeriesSessions | undefined;
  readonly quotes?: SeriesQuotes | undefined;
}

/**
 * Bids and asks, one each for a bar: what sells and buys get at its end. Bars are the stretches between them; their prices are the middles. Columns
 * of one length; NaN where there is no bid or no ask.
 */
export interface SeriesQuotes {
  /** When each is known; epoch milliseconds, rising. */
  readonly time: Column;
  readonly bid: Column;
  readonly ask: Column;
  /** The sessions in which orders work, oldest first. */
  readonly sessionOpen: Column;
  readonly sessionClose: Column;
}

/** When sessions open and close, oldest first, and the hours outside them in which orders for all hours work; epoch milliseconds. */
export interface SeriesSessions extends Partial<ExtendedHours> {
  readonly open: Column;
  readonly close: Column;
}

/** Recorded series of one market and what must be said about them. */
export interface MarketData {
  /** One series an instrument, in any order. */
  readonly series: readonly Series[];
  /** Currency pairs that are not traded, for runs whose symbols trade in other currencies than their cash. */
  readonly rates?: readonly Series[] | undefined;
  /** Where the data come from and how they were read, one sentence each, for the summary and the report. */
  readonly notes: readonly string[];
}

/**
 * Market data of bars that a program already has, by symbol.
 *
 * @example
 * const data = marketOf({ SPY: bars });
 * const other = marketOf({ BTCUSD: hours }, { BTCUSD: { lot: 0.0001 } });
 */
export function marketOf(
  bars: Readonly<Record<string, Bars>>,
  instruments: Readonly<Record<string, Partial<Omit<Instrument, "symbol">>>> = {},
  notes: readonly string[] = [],
): MarketData {
  const stray = Object.keys(instruments).find((symbol) => !Object.hasOwn(bars, symbol));
  if (stray !== undefined)
    throw parameterError("instruments", `of the symbols that have bars, ${Object.keys(bars).join(", ")}`, stray);
  const series = Object.entries(bars).map(([symbol, of]) => ({
    instrument: instrument(symbol, instruments[symbol]),
    bars: of,
  }));
  return { series, notes };
}
