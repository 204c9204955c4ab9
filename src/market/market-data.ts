import { parameterError } from "../primitives/check.ts";
import type { Column, NumbersOf } from "../primitives/column.ts";
import { mapValues } from "../primitives/record-helpers.ts";
import type { Calendar } from "../time/calendar.ts";
import type { Bars } from "./bars.ts";
import type { CorporateAction, PriceBasis } from "./corporate-action.ts";
import type { ExtendedHours } from "./extended-hours.ts";
import { type Instrument, instrument, isTraded } from "./instrument.ts";

/** The bars of one instrument, with their calendar and corporate actions. */
export interface Series {
  readonly instrument: Instrument;
  readonly bars: Bars;
  /**
   * Calendar of the instrument's exchange. Without one, a bar of a day or longer is its own session, and intraday sessions are days of
   * `zone`.
   */
  readonly calendar?: Calendar | undefined;
  /** IANA time zone whose days are the sessions of intraday bars without a calendar. Default: `UTC`. File readers set their own zone. */
  readonly zone?: string | undefined;
  /**
   * Own columns by name, such as a sentiment: one value per bar, known when the bar closes; NaN for a missing value. They are never adjusted
   * for splits.
   */
  readonly columns?: NumbersOf<OwnColumns> | undefined;
  /** Splits, dividends and delisting of the instrument, in any order. */
  readonly actions?: readonly CorporateAction[] | undefined;
  /** For which actions the recorded prices are already adjusted. Default: `raw`, for none. */
  readonly priceBasis?: PriceBasis | undefined;
  /**
   * Bars that anchor the adjustment factors: all factors are 1 at their first session, and dividends are compared with their closes.
   * Default: `bars`.
   */
  readonly reference?: Bars | undefined;
  /** Bars of a finer interval over the same time, to simulate fills inside bars. */
  readonly finer?: Bars | undefined;
  /** Sessions in which orders work, including those without bars. Default: the sessions from the first bar to the last. */
  readonly sessions?: NumbersOf<SeriesSessions> | undefined;
  /** Bid and ask at the end of each bar, for instruments with quotes only, such as options. Orders fill at the bid and ask. */
  readonly quotes?: NumbersOf<SeriesQuotes> | undefined;
}

/** Own columns of a series, by name. */
export type OwnColumns = Readonly<Record<string, Column>>;

/** Returns the own columns of the bars from index `start` up to but not including `end`, as views of the same memory. */
export function sliceColumns(columns: OwnColumns | undefined, start: number, end: number): OwnColumns | undefined {
  return columns && mapValues(columns, (column) => column.subarray(start, end));
}

/** A series in which all lists of numbers are columns. */
export interface ColumnSeries extends Series {
  readonly columns?: OwnColumns | undefined;
  readonly sessions?: SeriesSessions | undefined;
  readonly quotes?: SeriesQuotes | undefined;
}

/**
 * Bid and ask at the end of each bar, as columns of equal length: sells fill at the bid, buys at the ask. Each bar lies between two quotes,
 * and its prices are midpoints. A missing bid or ask is NaN.
 */
export interface SeriesQuotes {
  /** Time at which each quote is known, in epoch milliseconds, increasing. */
  readonly time: Column;
  readonly bid: Column;
  readonly ask: Column;
  /** Sessions in which orders work, oldest first. */
  readonly sessionOpen: Column;
  readonly sessionClose: Column;
}

/** Opens and closes of sessions, oldest first, and their extended hours; epoch milliseconds. */
export interface SeriesSessions extends Partial<ExtendedHours> {
  readonly open: Column;
  readonly close: Column;
}

/** Recorded series of one market, with notes on their source. */
export interface MarketData {
  /** One series per instrument, in any order. */
  readonly series: readonly Series[];
  /** Currency pairs used only for conversion, in runs with symbols in other currencies than the cash. */
  readonly rates?: readonly Series[] | undefined;
  /** Notes on the source of the data and on how it was read, one sentence each, for the summary and the report. */
  readonly notes: readonly string[];
}

/** Returns the symbols that a run over the data may trade, in the sequence of their series. */
export function tradedSymbols({ series }: Pick<MarketData, "series">): string[] {
  return series.flatMap(({ instrument: one }) => (isTraded(one) ? [one.symbol] : []));
}

/**
 * Creates market data from bars by symbol.
 *
 * @example
 * const data = marketOf({ SPY: bars });
 * const other = marketOf({ BTCUSD: hours }, { BTCUSD: { lot: 0.0001 } });
 * const withIndex = marketOf({ SPY: bars, VIX: fear }, { VIX: { role: "data" } });
 */
export function marketOf(
  bars: Readonly<Record<string, Bars>>,
  instruments: Readonly<Record<string, Partial<Omit<Instrument, "symbol">>>> = {},
  notes: readonly string[] = [],
): MarketData {
  const unknownSymbol = Object.keys(instruments).find((symbol) => !Object.hasOwn(bars, symbol));
  if (unknownSymbol !== undefined)
    throw parameterError("instruments", `for symbols with bars (${Object.keys(bars).join(", ")})`, unknownSymbol);
  const series = Object.entries(bars).map(([symbol, ownBars]) => ({
    instrument: instrument(symbol, instruments[symbol]),
    bars: ownBars,
  }));
  return { series, notes };
}
