import type { CorporateAction } from "../market/corporate-action.ts";
import type { Bars } from "../market/bars.ts";
import type { Instrument } from "../market/instrument.ts";
import type { OwnColumns, Series, SeriesQuotes } from "../market/market-data.ts";
import type { Calendar } from "../time/calendar.ts";
import type { Schedule } from "../market/schedule.ts";
import type { CurrencyRate } from "./currency-rates.ts";
import type { DueAction } from "./corporate-actions.ts";

/** Part of a series that a simulation reads: warm-up bars, then traded bars from the index `first` on. */
export interface MarketSeries {
  readonly instrument: Instrument;
  readonly bars: Bars;
  /** Own columns of the bars, by name. */
  readonly columns?: OwnColumns | undefined;
  /** Calendar of the exchange, if the data declare one. */
  readonly calendar: Calendar | undefined;
  /** Time zone whose days are the sessions of intraday bars without a calendar. */
  readonly zone?: string | undefined;
  readonly schedule: Schedule;
  /** Bars of a finer interval, for rules that look inside a bar. */
  readonly finer: Bars | undefined;
  /** Bids and asks at the ends of bars, if orders can fill only at those. */
  readonly quotes?: SeriesQuotes | undefined;
  /** Exchange rate in account currency, or undefined if the instrument has that currency. */
  readonly rate: CurrencyRate | undefined;
  /** Splits and dividends within the bars of the series, sorted by time. */
  readonly actions: readonly DueAction[];
  /** Delisting of the instrument, if the data declare one. */
  readonly delisting?: CorporateAction | undefined;
  /** Index of the first traded bar, which is the first that starts in the range. */
  readonly first: number;
  /**
   * Index of the first bar that closes in the range. This is the bar before `first` if that bar is still forming at the
   * start of the range.
   */
  readonly begin: number;
}

/** Series that is cut from a recording. */
export interface CutSeries extends MarketSeries {
  /** Whole recording of the series, within the trading hours that are used. */
  readonly recorded: Series;
  /** Index, in the whole recording, of the first bar. */
  readonly from: number;
}

/**
 * Returns the name of a series' calendar. Without a calendar, the sessions of the bars decide which symbols share one.
 */
export function calendarName({ calendar, zone = "UTC", schedule }: MarketSeries): string {
  return calendar?.name ?? (schedule.sessionIsBar ? "bars" : `days of ${zone}`);
}
