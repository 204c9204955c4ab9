import type { CorporateAction } from "../market/corporate-action.ts";
import type { Bars } from "../market/bars.ts";
import type { Instrument } from "../market/instrument.ts";
import type { Series, SeriesQuotes } from "../market/market-data.ts";
import type { Calendar } from "../time/calendar.ts";
import type { Schedule } from "../market/schedule.ts";
import type { CurrencyRate } from "./currency-rates.ts";
import type { DueAction } from "./corporate-actions.ts";

/** Part of a series that a simulation reads: warm-up bars, then traded bars from `first` on. */
export interface MarketSeries {
  readonly instrument: Instrument;
  readonly bars: Bars;
  /** Calendar of its exchange, if declared. */
  readonly calendar: Calendar | undefined;
  /** Time zone whose days are the sessions of intraday bars without a calendar. */
  readonly zone?: string | undefined;
  readonly schedule: Schedule;
  /** Bars of a finer interval, for models that use them. */
  readonly finer: Bars | undefined;
  /** Bids and asks at the ends of its bars, if orders fill only at those. */
  readonly quotes?: SeriesQuotes | undefined;
  /** Exchange rate in account currency; undefined if the currencies are equal. */
  readonly rate: CurrencyRate | undefined;
  /** Splits and dividends within the bars, sorted by time. */
  readonly actions: readonly DueAction[];
  /** Delisting, if declared. */
  readonly delisting?: CorporateAction | undefined;
  /** Index of the first traded bar: the first that starts at or after the start of the range. */
  readonly first: number;
  /** Index of the first bar that closes after the start of the range: the one before `first` if that is still forming then. */
  readonly begin: number;
}

/** Series cut from a recording. */
export interface CutSeries extends MarketSeries {
  /** Whole recording, within the trading hours used. */
  readonly recorded: Series;
  /** Index of the first bar within the recording. */
  readonly from: number;
}

/** Returns the name of a series' calendar. Without a calendar, only the sessions of the bars distinguish symbols. */
export function calendarName({ calendar, zone = "UTC", schedule }: MarketSeries): string {
  return calendar?.name ?? (schedule.sessionIsBar ? "bars" : `days of ${zone}`);
}
